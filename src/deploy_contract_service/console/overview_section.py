"""The overview above the list of deployments: counts, and the deployments that need attention."""

from collections.abc import Iterator
from urllib.parse import urlencode

from deploy_contract_format.html import Html, element
from deploy_contract_service.console.masking import masking_of
from deploy_contract_service.console.texts import display_name, stored_text
from deploy_contract_service.console.values import revision_state, status_chip, time
from deploy_contract_service.fields import status_tones
from deploy_contract_service.overview import SETTLED, Counts
from deploy_contract_service.store import Deployment, Store

MOST_SHOWN = 5  # deployments that need attention
# in the order of the tiles
_TONES = ("attention", "waiting", "idle", "good")


def overview_section(store: Store, at: str) -> Html | None:
    """Return the overview, or None if there are no deployments.

    Args:
        store: the stored data.
        at: path to the console's root.
    """
    counts, found = store.overview(MOST_SHOWN + 1)
    if not counts.total:
        return None
    tiles = element("ul", *_tiles(counts), class_="tiles")
    return element(
        "section",
        element("h2", "Overview", class_="heard"),
        tiles,
        _attention(found, at),
        class_="overview",
    )


def _tiles(counts: Counts) -> Iterator[Html]:
    yield _tile(counts.total, "deployments", "plain")
    if counts.rollouts:
        text = "rollout under way" if counts.rollouts == 1 else "rollouts under way"
        yield _tile(counts.rollouts, text, "tone waiting")
    tones = status_tones()
    for wanted in _TONES:
        for status, count in sorted(counts.by_status.items()):
            if tones.get(status, "attention") == wanted:
                query = urlencode({"status": status}, errors="replace")
                yield _tile(count, stored_text(status), f"tone {wanted}", f"?{query}")


def _tile(count: int, text: str, kind: str, address: str | None = None) -> Html:
    content = (element("strong", f"{count:,}"), " ", element("span", text, class_="what"))
    if address is None:
        return element("li", element("span", *content, class_=f"tile {kind}"))
    return element("li", element("a", *content, class_=f"tile {kind}", href=address))


def _attention(found: list[Deployment], at: str) -> Html:
    if not found:
        line = "Nothing needs attention: no rollout is under way, and every status is settled."
        return element("p", line, class_="settled tone good")
    items = [_item(one, at) for one in found[:MOST_SHOWN]]
    more = None
    if len(found) > MOST_SHOWN:
        more = element("p", "There are more; the tiles above lead to them.", class_="quiet")
    title = element("h3", "Needs attention", id="attention")
    listed = element("ul", *items)
    return element("div", title, listed, more, class_="attention")


def _item(deployment: Deployment, at: str) -> Html:
    name = display_name(masking_of(deployment).text(deployment["name"]))
    link = element("a", name, href=f"{at}deployments/{deployment['id']}")
    reasons = []
    if status_tones().get(deployment["status"]) not in SETTLED:
        reasons.append(status_chip(deployment["status"]))
    if deployment["latest_revision_id"] != deployment["active_revision_id"]:
        reasons.append(revision_state(deployment))
    updated = element("span", "updated ", time(deployment["updated_at"]), class_="quiet")
    return element("li", element("span", link), element("span", *reasons), updated)
