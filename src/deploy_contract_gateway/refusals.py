"""The page of the refused messages of all workers of a program, in groups."""

import os

from deploy_contract import Bundle
from deploy_contract.answers import Answer
from deploy_contract.traffic.refusals import Refusals, advise
from deploy_contract_gateway.admin import page
from deploy_contract_gateway.metrics import REFUSALS
from deploy_contract_gateway.settings import Settings


def page_of(refusals: Refusals, program: str, settings: Settings) -> Answer:
    """Return the page of groups of refused messages.

    Args:
        refusals: the groups.
        program: name of the subcommand.
        settings: those in force; they name the policies for the commands.
    """
    from deploy_contract_pages import embedded, environment, policy, style  # with the first page

    named = ["--contract", settings.contract] if settings.contract is not None else []
    for path in settings.policies:
        named += ["--policy", path]
    rules = {rule.rule: rule for rule in Bundle.installed().rules}
    sheet = embedded(style())
    templates = environment(__package__)
    groups = refusals.by_count()
    security = policy(sheet)
    text = templates.get_template("refusals.html").render(
        dropped=refusals.dropped,
        groups=[(group, seen, advise(group, rules, named)) for group, seen in groups],
        most=REFUSALS,
        pid=os.getpid(),
        policy=security,
        program=program,
        style=sheet,
    )
    made = page("text/html; charset=utf-8", text.encode())
    return made._replace(headers=(*made.headers, ("content-security-policy", security)))
