"""Sample requests on the page: one tab for each language, which need no script."""

from deploy_contract_codegen.html import Child, Html, element
from deploy_contract_codegen.page.elements import element_id, listing, titled
from deploy_contract_codegen.page.requests import SampleRequest, snippets


def tabs(operation: str, request: SampleRequest) -> Html:
    """Return the sample requests of an operation. The checked radio button shows its panel."""
    group = element_id("samples", operation)
    choices: list[Child] = []
    panels: list[Child] = []
    for number, snippet in enumerate(snippets(request)):
        name = f"{group}-{number}"
        choices.append(
            element("input", type="radio", name=group, id=name, checked=number == 0, value=number)
        )
        choices.append(element("label", snippet.title, for_=name))
        label = f"{operation} with {snippet.title}"
        panels.append(listing(snippet.text, label, snippet.language))
    legend = element("legend", f"Request: {request.method} in a language", class_="heard")
    chosen = element("fieldset", legend, *choices)
    return titled("Request", element("div", chosen, *panels, class_="tabs"))
