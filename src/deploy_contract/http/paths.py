"""The path of a request as its client wrote it, from what servers make of it."""

from urllib.parse import quote, unquote_to_bytes

_PLAIN = "/:@!$&'()*+,=~-._;"  # `;` stays, for whoever judges the path to see


def written(path: str, raw: bytes | str | None) -> str:
    """The encoded path. `path`: decoded; `raw`: as it was written, where the server tells, believed if it says the same.

    Middleware may have changed one and not the other, and what routes the request goes by the decoded one.
    """
    text = raw.decode("latin-1") if isinstance(raw, bytes) else raw or ""
    if "%" in text and unquote_to_bytes(text) == path.encode("utf-8", "surrogateescape"):
        return text
    return quote(path, safe=_PLAIN, errors="surrogateescape") if "%" in path or not path.isascii() else path


def below(path: str, mount: str, base_path: str) -> str:
    """The part of a path below the place where the application is mounted, unless the base path of the contract names it."""
    mount = quote(mount.rstrip("/"), safe=_PLAIN)
    inside = path[len(mount) :] if mount and (path + "/").startswith(mount + "/") else path
    return path if base_path and not inside.startswith(base_path) and path.startswith(base_path) else inside
