"""JSON values with the line and column of each part."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from deploy_contract_format.errors import Place
from deploy_contract_format.pointer import Tokens


class Located(NamedTuple):
    """A document with the places of its parts. Its `repr` shows values, so it must not be logged.

    Attributes:
        value: the document as a JSON value.
        places: the place of each value. The place of a member is the place of its key.
        links: the tokens of each alias, and the tokens of its anchor.
        unclear: the plain scalars of YAML, keys and values, that common parsers read differently.
    """

    value: Any
    places: Mapping[Tokens, Place]
    links: Mapping[Tokens, Tokens] = {}
    unclear: tuple[Tokens, ...] = ()

    def place(self, tokens: Tokens) -> Place | None:
        """Return the place of a value, or of the nearest value around it.

        The place of an alias is its own place. Its parts have the places of the anchor's parts.
        """
        at: Tokens = ()
        found = self.places.get(at)
        for token in tokens:
            while at in self.links:  # an anchor comes before its aliases, so this ends
                at = self.links[at]
            at = (*at, token)
            found = self.places.get(at if at in self.places else self.links.get(at, at), found)
        return found
