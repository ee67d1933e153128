"""Bodies that some reader could read otherwise than the contract does, and honest ones."""

import re
from functools import cache

from tests.support.document_doors import PATCH
from tests.support.suite import body_of, cases

# what looks odd, and is read alike all the same: to refuse it would refuse honest clients
HONEST: dict[str, bytes] = {
    "undeclared names of either case": b'{"flags": 1, "Flags": 2}',
    "undeclared names in two forms": '{"\u00e9": 1, "e\u0301": 2}'.encode(),
    "declared names as values": b'{"source_config": {"repo_url": "Secrets", "build_command": "secrets\\u0000"}}',
    "declared names elsewhere": b'{"flags": {"Secrets": 1, "SECRETS": 2, "cpu": 1}}',
    "labels of either case": b'{"source_config": {"resource_spec": {"labels": {"App": "a", "app": "b", "CPU": "c", "Secrets": "d"}}}}',
    "labels with dots and slashes": b'{"source_config": {"resource_spec": {"labels": {"app.kubernetes.io/name": "a"}}}}',
    "names that JavaScript has": b'{"__proto__": {"secrets": 1}, "constructor": 1, "source_config": {"toString": null, "__proto__": null}}',
    "names that are numbers": b'{"2": 1, "1": 2, "01": 3, "-1": 4, "1.0": 5}',
    "names escaped": b'{"\\u0073ecrets": null, "source\\u005fconfig": {"\\u0072\\u0065po_url": null}}',
    "an empty name": b'{"": 1, " ": 2}',
    "numbers in many ways": b'{"source_config": {"resource_spec": {"cpu": 1.0, "min_scale": 1e2, "max_scale": -0, "cpu_limit": 0.1e1, "queue_cpu": 5e-324}}}',
    "numbers at the bounds": b'{"source_config": {"resource_spec": {"min_scale": -9007199254740991, "max_scale": 9007199254740991}}}',
    "letters of two units": '{"secrets": [{"name": "\U0001f600", "value": "\\ud83d\\ude00"}]}'.encode(),
    "spaces": b' \t\r\n{ "secrets" : null }\n',
}
ODD_NUMBERS = (
    f"1{'0' * 5000}e-5000", f"1{'0' * 900}e-900", f"{'9' * 900}e-900", f"1{'0' * 400}e-400", f"1{'0' * 300}e-300", f"0.{'0' * 5000}1e5001", f"0.{'0' * 350}1e351",
    "0e99999", "0e999999999999", "1e-99999", "1e-2147483648", "1e-9223372036854775809", "1e+00000000000000000001",
    f"1e-{'0' * 50}1", "-0e-99999", "2.2250738585072011e-308", "2.2250738585072012e-308", "2.4703282292062327e-324",
    "2.4703282292062328e-324", "4.9e-324", "0.500000000000000166533453693773481063544750213623046875",
    "1.00000000000000011102230246251565404236316680908203125", f"1.00000000000000011102230246251565404236316680908203125{'0' * 300}1",
    "9007199254740991.4999999999999999999", "4503599627370496.5", "4503599627370497.5", "0.1e1", "1E-0", "100000000000000000000e-20",
    "123456789012345678e-5", "3.0517578124999998e-05", f"{'1' * 15}.{'9' * 700}",
)  # fmt: skip


# Rails leaves a null out of a list, which the contract lets pass in what is free-form
NULL_IN_LIST = re.compile(rb"[\[,]\s*null\s*[,\]]")


@cache
def corpus() -> tuple[bytes, ...]:
    """Return the patches of the suite, honest bodies, and numerals that are rarely written."""
    patches = [case for _, case in cases() if case.get("document") == PATCH and "yaml" not in case]
    bodies = [body for body in map(body_of, patches) if not NULL_IN_LIST.search(body)]
    members = ('"cpu": %s', '"min_scale": -%s', '"labels": {"a": %s}')
    numbers = [member % number for number in ODD_NUMBERS for member in members]
    rare = [
        f'{{"source_config": {{"resource_spec": {{{member}}}}}}}'.encode() for member in numbers
    ]
    return (*HONEST.values(), *bodies, *rare)
