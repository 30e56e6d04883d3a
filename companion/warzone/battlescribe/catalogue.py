"""Several files read together, their links followed: catalogues name each other's entries and the game system's."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from companion.errors import WarglassError
from companion.warzone.battlescribe.document import Element

HOLDERS = ("selectionEntry", "selection")
"""What may be a unit: an entry of a catalogue, or what was selected in a roster."""
TROOPER = " Trooper"
_ENTRIES = ("selectionEntries", "selectionEntryGroups", "selections")
_MOST = 200
"""How much is followed from one entry; a unit has some twenty things. Links may lead in circles, or to everything."""
MOST_STEPS = 100_000
"""From element to element along links, in all; the whole game takes 5,562."""


@dataclass(frozen=True)
class File:
    """One file by its name, and its tree."""

    name: str
    root: Element


@dataclass(frozen=True)
class Broken:
    """A link whose target is in none of the files."""

    link: Element


class LinksTooFar(WarglassError):
    """Following the links of these files takes more steps than there are for them."""

    def __init__(self) -> None:
        super().__init__("its links lead on and on: read fewer files together")


class Catalogue:
    """Finds what the elements of some files refer to. Whatever follows links may raise LinksTooFar."""

    def __init__(self, files: Sequence[File]) -> None:
        self._steps = MOST_STEPS
        self._by_id = {id: element for file in files for element in file.root.all() if (id := element.get("id"))}
        entries = (element for file in files for element in file.root.all() if element.tag in HOLDERS)
        self.trooper_types = frozenset(
            name.removesuffix(TROOPER) for entry in entries if (name := entry.get("name")).endswith(TROOPER)
        )
        """The Unit Types that have Troopers in these files."""

    def target(self, link: Element) -> Element | None:
        return self._by_id.get(link.get("targetId"))

    def named(self, id: str) -> Element | None:
        """The element of that id."""
        return self._by_id.get(id)

    def own(self, element: Element) -> Iterator[Element | Broken]:
        """The profiles and rules of an entry itself, written there or linked, each once, in the order of the file."""
        return islice(self._own(element, set()), _MOST)

    def carried(self, element: Element) -> Iterator[Element | Broken]:
        """The entries inside an entry, written there or linked, and theirs in turn, each once."""
        return islice(self._carried(element, {id(element)}), _MOST)

    def _own(self, element: Element, seen: set[int]) -> Iterator[Element | Broken]:
        if len(seen) > _MOST:
            return
        for child in self._walked(element.children):
            if child.tag in ("profiles", "rules"):
                yield from self._walked(child.children)
            elif child.tag == "infoGroups":
                for group in self._walked(child.children):
                    yield from self._own(group, seen)
            elif child.tag == "infoLinks":
                for link in self._walked(child.children):
                    target = self.target(link)
                    if target is None:
                        yield Broken(link)
                    elif id(target) not in seen:
                        seen.add(id(target))
                        yield from self._own(target, seen) if target.tag == "infoGroup" else (target,)

    def _carried(self, element: Element, seen: set[int]) -> Iterator[Element | Broken]:
        for child in self._walked(element.children):
            if child.tag in _ENTRIES:
                for entry in self._walked(child.children):
                    yield from self._entry(entry, seen)
            elif child.tag == "entryLinks":
                for link in self._walked(child.children):
                    target = self.target(link)
                    if target is None:
                        yield Broken(link)
                    else:
                        yield from self._entry(target, seen)

    def _entry(self, entry: Element, seen: set[int]) -> Iterator[Element | Broken]:
        if id(entry) not in seen:
            seen.add(id(entry))
            yield entry
            yield from self._carried(entry, seen)

    def categories(self, element: Element) -> list[str]:
        """The categories of an entry by their own names: those on the links are often stale."""
        targets = (self.target(link) or link for link in self._walked(element.inside("categoryLinks")))
        return [each.get("name") for each in (*targets, *self._walked(element.inside("categories")))]

    def _walked(self, elements: Iterable[Element]) -> Iterator[Element]:
        """The elements, each of them a step."""
        for element in elements:
            self._steps -= 1
            if self._steps < 0:
                raise LinksTooFar
            yield element
