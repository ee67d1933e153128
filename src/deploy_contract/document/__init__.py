"""A document's verdict, from bytes to report.

The path of a document, one module for each step:

    wire          bytes -> one JSON value, or the wire rule that they break
    fast_path     the same answer as all below, for documents with nothing wrong
    evaluation    the steps below, in order, and the verdict that they give
    structure     engine: valid or not; if not, walker and undeclared explain why
    candidates    the sources that the deployment may have
    plans, cases  the rules of each candidate, compiled, and their breaches
    breaches      breaches -> violations with texts
    advice        rules that a report evaluates when it is read

Where a rule of spec/rules.yaml is enforced, by its section and shape:

    wire                             wire
    keyword                          walker finds the keyword, structure names its rule
    undeclared                       undeclared, structure
    fields (a field by source)       deploy_contract_format.overlay: a schema for each source
    schema, admitted                 deploy_contract_format.overlay
    at_most, unique_by, exists_in    relations
    equals_stored, stored_unknown,   relations; overlay says which documents they cannot concern
    never
    revisions                        revisions; they refuse nothing
    http                             deploy_contract.http, see there
    exchange                         deploy_contract.http.exchange
    policies                         deploy_contract.document.policies reads them; they have the
                                     shapes above
"""
