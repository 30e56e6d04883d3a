"""What a name may be, and which two are told apart: by Unicode's own list of what looks alike, and by real names."""

import unicodedata

import pytest
from confusable_homoglyphs import confusables
from hypothesis import given
from hypothesis import strategies as st

from companion.names import _OF_ASCII, UNPRINTABLE, UNSEEN, _prototypes, like, looks, spelt, tidy

REAL = {
    "Latin": "Anna Łukasz Zoë Jürgen Çağla Nguyễn Søren Iñaki Þóra Ő Szűcs Ďurica Ngọc Ấn D'Arcy Ana-Lúcia Ọlá",
    "Cyrillic": "Анна Борис Юлія Ђорђе Ёжик Михаил Оксана Ґалаґан Світлана Њего Любов Тимур Жанна Эльдар Яна",
    "Greek": "Άννα Γιώργος Ελένη Νίκος Ιωάννα Κώστας Μαρία Παύλος Σοφία Θεόδωρος Χριστίνα Ξένια Ρένα Φώτης",
    "Arabic": "أحمد فاطمة علی سارا می‌خواهم نسرین محمّد يوسف ليلى عمر زینب گل‌نار بهار پرویز ژاله ڤيرا آرش",
    "Hebrew": "שלום רחל משה דָּוִד יעל נועה אורי שירה צ'רלי מיכל גיא תמר איתן לאה",
    "Devanagari": "आनंद प्रिया क्‍षितिज श्रीकृष्ण अनुराग सीता राम ऋषि लक्ष्मी देवेन्द्र ज्ञान वसुंधरा नेहा",
    "Bengali": "অনিল সুমন র‍্যাব শ্রেয়া মৌসুমী কৃষ্ণ দীপা রাজীব নন্দিনী তৃষা সৌরভ পূজা",
    "Tamil": "அருண் கவிதா முருகன் செல்வி ஸ்ரீதர் லட்சுமி பாலா ராஜேஷ் மீனா குமார் தமிழ் வேல்",
    "Sinhala": "ශ්‍රී නිමල් කුමාර් සමන් අනුර දිල්ශාන් ප්‍රියා රුවන් මාලා සුනිල්",
    "Malayalam": "അനിൽ രാധ കൃഷ്ണന്‍ ലക്ഷ്മി മോഹൻ സീത ഉണ്ണി ജോസ് ഗീത രാജൻ",
    "Thai": "สมชาย น้ำฝน กิตติ ปรีชา ศิริ มาลี วิชัย อรทัย ธีระ ชัยวัฒน์ นิด",
    "Georgian": "ნინო გიორგი თამარ ლუკა მარიამ დავით ეკა სანდრო ქეთი ზურა",
    "Armenian": "Արամ Անահիտ Հայկ Նարե Գոռ Լիլիթ Տիգրան Մանե Վահե Սոնա",
    "Hangul": "민준 서연 지호 하은 도윤 지우 은우 수아 시우 다은 예준",
    "Han": "王芳 李伟 張偉 刘洋 陈静 林志玲 鈴木 佐藤 葛󠄀城 邊 龍",
    "Kana": "さくら はると ユイ リク ヒナタ アキラ みつき ケンジ モモ",
    "Ethiopic": "አበበ ሰላም ሀና ዮሐንስ ሙሉ ገብረ ትዕግስት",
    "Emoji": "👩‍👩‍👧 👩🏽‍🚀 ❤️ 🏳️‍🌈 1️⃣ 🏴󠁧󠁢󠁥󠁮󠁧󠁿 🫨 👨‍❤️‍👨 🇩🇪 ☺️",
}
NAMES = [(script, name) for script, names in REAL.items() for name in names.split()]


def test_real_names_of_many_scripts_are_names() -> None:
    refused = {}
    for _, name in NAMES:
        try:
            assert tidy(name) == unicodedata.normalize("NFC", name)
        except ValueError as error:
            refused[name] = str(error)
    assert not refused
    assert len(NAMES) >= 200
    assert len(REAL) - 1 >= 12


def test_real_names_look_like_no_other() -> None:
    names = list(dict.fromkeys(name for _, name in NAMES))
    assert {name: other for at, name in enumerate(names) if (other := like(name, names[:at]))} == {}


def test_unicode_s_pairs_are_refused_or_told_to_look_alike() -> None:
    pairs = [
        (f"An{letter}na", f"An{other['c']}na".replace("\u200e", ""))
        for letter, others in confusables.confusables_data.items()
        for other in others
        if len(letter) == 1
    ]
    apart = []
    for pair in pairs:
        try:
            one, other = map(tidy, pair)
        except ValueError:
            continue
        if one != other and like(one, [other]) is None:
            apart.append(pair)
    assert not apart
    assert len(pairs) > 200


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "Аnna"),
        ("ANNA", "АNNA"),
        ("anna", "АNNA"),
        ("Bill", "BiII"),
        ("Arno", "Amo"),
        ("BOB", "B0B"),
        ("葛城", "葛\U000e0100城"),
        ("❤️", "❤"),
        ("گل‌نار", "گلنار"),
    ],
)
def test_look_alikes(one: str, other: str) -> None:
    assert like(one, ["Zoë", other]) == other
    assert spelt(one, ["Zoë", other]) == other


@pytest.mark.parametrize(("one", "other"), [("Ian", "Lan"), ("Anna", "Anne"), ("Zoe", "Zoë"), ("Guard 1", "Guard 2")])
def test_names_that_differ(one: str, other: str) -> None:
    assert like(one, [other]) is None


def test_a_name_that_is_there_comes_before_one_that_it_looks_like() -> None:
    assert spelt("guard i", ["Guard 1", "Guard I"]) == "Guard I"


@pytest.mark.parametrize(
    "name",
    [
        "\u3164", "\u115f\u1160", "\uffa0", "\u2800", "A\u034fnna", "An\ufe00na", "Anna\ufe0f", "An\u200dna",
        "An\u200cna", "An\u00adna", "Anna\u200b", "An\u2060na", "An\u202ena", "An\u200ena", "\u200e", "\u180e",
        "a\U000e0041", "\u200da",
        "\u17b4", "\ufffc", "An\ufeffna",
    ],
)  # fmt: skip
def test_what_cannot_be_seen_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=UNSEEN):
        tidy(name)


@pytest.mark.parametrize("name", ["\x07", "An\x00na", "\ud800", "\ue000", "\U000effff"])
def test_what_is_not_printed_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=UNPRINTABLE):
        tidy(name)


@pytest.mark.parametrize(
    ("name", "scripts"),
    [
        ("Аnna", "Cyrillic and Latin"),
        ("Big Bоb", "Cyrillic and Latin"),
        ("Ωmega", "Greek and Latin"),
        ("Annա", "Armenian and Latin"),
        ("Κώсτας", "Cyrillic and Greek"),
        ("さくら민", "Hangul and Hiragana"),
        ("A1я", "Cyrillic and Latin"),
    ],
)
def test_a_word_is_written_in_one_script(name: str, scripts: str) -> None:
    with pytest.raises(ValueError, match=f"must not mix {scripts} letters in one word"):
        tidy(name)


@pytest.mark.parametrize(
    "name",
    [
        "Анна-Maria",
        "Team Ω",
        "Bob (Боб)",
        "龍Team",
        "東京カメラのA",
        "김Kim",
        "ㄅA龍",
        "µm",
        "ʻOkina",
        "Anna 👩🏽‍🚀",
        "Α 5",
    ],
)
def test_words_of_several_scripts_and_scripts_that_go_together_are_names(name: str) -> None:
    assert tidy(name) == name


@pytest.mark.parametrize("name", ["Z" + "\u0301\u0302\u0303\u0304\u0305", "Z\u0301\u0301", "e\u0316\u0316\u0316"])
def test_marks_do_not_pile_up(name: str) -> None:
    with pytest.raises(ValueError, match="so many marks"):
        tidy(name)


@pytest.mark.parametrize(
    "name", ["\u200eAnna", "\u200fAnna\u200f ", "\u2068Anna\u2069", "\ufeffAnna", " \u202aAnna\u202c"]
)
def test_direction_marks_around_a_name_are_left_out(name: str) -> None:
    assert tidy(name) == "Anna"


@given(st.text(max_size=30))
def test_a_name_that_is_taken_is_tidy_and_looks_like_something(text: str) -> None:
    try:
        name = tidy(text)
    except ValueError:
        return
    assert tidy(name) == name
    assert all(look for _, look in looks(name))


def test_plain_letters_look_as_unicode_s_list_has_them() -> None:
    listed = {each: other for each, other in _prototypes().items() if each.isascii()}
    assert {chr(each): other for each, other in _OF_ASCII.items()} == listed
