"""JSON values with the line and column of each part."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from deploy_contract_format.errors import Place
from deploy_contract_format.pointer import Tokens


class Located(NamedTuple):
    """A document with the places of its parts. Its `repr` shows values, so it must not be logged.

    Attributes:
        value: the document as a JSON value.
        places: place of each value; a member is where its key is.
        links: values that are written elsewhere (aliases), and where.
        unclear: plain scalars of YAML that common readers take for different values: keys and values.
    """

    value: Any
    places: Mapping[Tokens, Place]
    links: Mapping[Tokens, Tokens] = {}
    unclear: tuple[Tokens, ...] = ()

    def place(self, tokens: Tokens) -> Place | None:
        """Return the place of a value, or of the nearest value around it.

        An alias is where it is named. Its parts are where the anchor is.
        """
        at: Tokens = ()
        found = self.places.get(at)
        for token in tokens:
            while at in self.links:  # an anchor comes before its aliases, so this ends
                at = self.links[at]
            at = (*at, token)
            found = self.places.get(at if at in self.places else self.links.get(at, at), found)
        return found
