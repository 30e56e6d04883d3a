"""What the rules of these files say."""

from companion.fields.invalid import Invalid
from companion.warzone.battlescribe.document import Element
from companion.warzone.battlescribe.roles import ROLE_NAMES
from companion.warzone.cards.rule_text import LONGEST, RuleText, rule_text


def text_of(rule: Element) -> RuleText | None:
    """None where it says nothing, or nothing that can be kept: what is too long is cut, and says so by an ellipsis."""
    text = "".join(each.text for each in rule.children if each.tag == "description").strip()
    if not text or rule.get("name") in ROLE_NAMES:
        return None
    try:
        return rule_text(rule.get("name"), text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…")
    except Invalid:
        return None
