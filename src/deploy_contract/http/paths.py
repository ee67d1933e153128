"""The path of a request as its client wrote it, from what servers make of it."""

from urllib.parse import quote, unquote_to_bytes

_PLAIN = "/:@!$&'()*+,=~-._;"  # `;` stays, for whoever judges the path to see


def written(path: str, raw: bytes | str | None) -> str:
    """The encoded path. `path`: decoded; `raw`: as it was written, where the server tells, believed if it says the same.

    Middleware may have changed one and not the other, and what routes the request goes by the decoded one. Servers decode
    bytes that are not UTF-8 in several ways, and some leave the query at the raw path.
    """
    text = raw.decode("latin-1") if isinstance(raw, bytes) else raw or ""
    if "%" in text:
        text = text.partition("?")[0]
        data = unquote_to_bytes(text)
        if data.decode("utf-8", "surrogateescape") == path or path in _lossy(data):
            return text
    return (
        quote(path, safe=_PLAIN, errors="surrogateescape")
        if "%" in path or not path.isascii()
        else path
    )


def _lossy(data: bytes) -> tuple[str, ...]:
    return data.decode("utf-8", "replace"), data.decode("utf-8", "ignore"), data.decode("latin-1")


def below(path: str, mount: str, base_path: str) -> str:
    """The part of a path below the place where the application is mounted, unless the base path of the contract names it.

    Whoever mounts applications goes by decoded segments, so they are what is compared.
    """
    inside = _after(path, mount.rstrip("/")) or path
    if base_path and _after(inside, base_path) is None and _after(path, base_path) is not None:
        return path
    return inside


def _after(path: str, prefix: str) -> str | None:
    """What of an encoded path follows a decoded prefix; None where it does not begin with it."""
    parts, depth = path.split("/"), prefix.count("/") + 1
    if unquote_to_bytes("/".join(parts[:depth])) != prefix.encode("utf-8", "surrogateescape"):
        return None
    return "/" + "/".join(parts[depth:])
