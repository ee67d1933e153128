"""`make generate`: write generated/ from spec/.

Needs the extra [codegen]. The library does not import it.
"""
