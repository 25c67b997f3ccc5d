"""Core functions on numbers, blobs, NULLs and the build (documentation: ``lang_corefunc.html``)."""

from __future__ import annotations

from litestone.errors import ERROR, TOOBIG, SqlError
from litestone.value.cast import to_integer, to_real, to_text, truth
from litestone.value.collation import fold
from litestone.value.compare import compare
from litestone.value.numeric_text import MIN_INTEGER, parse_number, real_text
from litestone.value.text import encode, is_valid, normal

from . import build
from .registry import Scalar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from litestone.value.affinity import Value

    from .context import Context

    Key = Callable[[str], object] | None

_MAX_LENGTH = 1_000_000_000


def _abs(x: Value) -> int | float | None:
    if x is None:
        return None
    if isinstance(x, int):
        if x == MIN_INTEGER:
            raise SqlError(ERROR, "integer overflow")
        return -x if x < 0 else x
    real = to_real(x)
    return -real if real < 0 else real


def _sign(x: Value) -> int | None:
    number = parse_number(x) if isinstance(x, str) else x
    if not isinstance(number, (int, float)):
        return None
    return (number > 0) - (number < 0)


def _round(x: Value, digits: Value = 0) -> float | None:
    if x is None or digits is None:
        return None
    places = min(max(low_int(digits), 0), 30)
    real = to_real(x)
    if real < -4503599627370496.0 or real > 4503599627370496.0:
        return real
    if not places:
        return float(int(real + (-0.5 if real < 0 else 0.5)))
    from litestone.value.decimal_digits import fixed_text
    from litestone.value.numeric_text import scan

    rounded = scan(fixed_text(abs(real), places, 16)).real()
    return -rounded if real < 0 else rounded


def low_int(v: Value) -> int:
    """``v`` as a C ``int``: the low 32 bits of its integer."""
    n = to_integer(v) & 0xFFFFFFFF
    return n - (1 << 32) if n > 0x7FFFFFFF else n


def _char(*points: Value) -> str:
    out = []
    plain = True
    for point in points:
        code = to_integer(point)
        if code < 0 or code > 0x10FFFF:
            code = 0xFFFD
        if 0xD800 <= code <= 0xDFFF:
            plain = False
            out.append(chr(code).encode("utf-8", "surrogatepass").decode("utf-8", "surrogateescape"))
        else:
            out.append(chr(code))
    text = "".join(out)
    return text if plain else normal(text)


def _coalesce(*args: Value) -> Value:
    for arg in args:
        if arg is not None:
            return arg
    return None


def _iif(condition: Value, yes: Value, no: Value) -> Value:
    return yes if truth(condition) else no


def _nullif(x: Value, y: Value, key: Key = None) -> Value:
    return x if compare(x, y, key) else None


def _typeof(x: Value) -> str:
    if x is None:
        return "null"
    kind = x.__class__
    if kind is int:
        return "integer"
    if kind is float:
        return "real"
    return "blob" if kind is bytes else "text"


def _hex(context: Context, x: Value) -> str:
    if isinstance(x, bytes):
        return x.hex().upper()
    text = to_text(x)
    return "" if text is None else encode(text, context.encoding).hex().upper()


def quote(x: Value) -> str:
    """``x`` as an SQL literal; text ends at a NUL, a REAL has as many digits as bring it back."""
    if x is None:
        return "NULL"
    if isinstance(x, int):
        return str(x)
    if isinstance(x, float):
        return _quote_real(x)
    if isinstance(x, bytes):
        return f"X'{x.hex().upper()}'"
    return "'" + x.partition("\0")[0].replace("'", "''") + "'"


def _quote_real(x: float) -> str:
    text = real_text(x)
    if parse_number(text) == x or text[-1] == "f":
        return text
    from litestone.value.decimal_digits import scientific_text

    return ("-" if x < 0 else "") + scientific_text(abs(x), 20, 26)


def _length(x: Value) -> int | None:
    if isinstance(x, str):
        if not is_valid(x):
            from .strings import units

            return len(units(x.partition("\0")[0]))
        return len(x) if "\0" not in x else x.index("\0")
    if x is None:
        return None
    return len(x) if isinstance(x, bytes) else len(to_text(x) or "")


def _zeroblob(n: Value) -> bytes:
    size = max(to_integer(n), 0)
    if size > _MAX_LENGTH:
        raise SqlError(TOOBIG, "string or blob too big")
    return bytes(size)


def _randomblob(context: Context, n: Value) -> bytes:
    size = max(to_integer(n), 1)
    if size > _MAX_LENGTH:
        raise SqlError(TOOBIG, "string or blob too big")
    out = bytearray()
    while len(out) < size:
        out += (context.random() & 0xFFFFFFFFFFFFFFFF).to_bytes(8, "little")
    return bytes(out[:size])


def _compileoption_used(option: Value) -> int | None:
    name = to_text(option)
    if name is None:
        return None
    name = fold(name)
    if name.startswith("sqlite_"):
        name = name[7:]
    for known in build.COMPILE_OPTIONS:
        known = fold(known)
        if known.startswith(name):
            following = known[len(name) : len(name) + 1]
            if not (following.isalnum() or following == "_" or following == "$"):
                return 1
    return 0


def _compileoption_get(n: Value) -> str | None:
    index = low_int(n)
    return build.COMPILE_OPTIONS[index] if 0 <= index < len(build.COMPILE_OPTIONS) else None


def _load_extension(*_: Value) -> None:
    raise SqlError(ERROR, "not authorized")


def _match(*_: Value) -> None:
    raise SqlError(ERROR, "unable to use function MATCH in the requested context")


def _like(context: Context, pattern: Value, text: Value) -> int | None:
    from .like import like

    return like(pattern, text, context.like_case_sensitive)


def _like_escape(context: Context, pattern: Value, text: Value, escape: Value) -> int | None:
    from .like import like_escape

    return like_escape(pattern, text, escape, context.like_case_sensitive)


def _glob(pattern: Value, text: Value) -> int | None:
    from .like import glob

    return glob(pattern, text)


def _same(x: Value, *_: Value) -> Value:
    return x


FUNCTIONS = (
    Scalar("abs", 1, _abs),
    Scalar("changes", 0, lambda context: context.changes, deterministic=False, needs_context=True),
    Scalar("char", -1, _char),
    Scalar("coalesce", -1, _coalesce, least=2),
    Scalar("glob", 2, _glob),
    Scalar("hex", 1, _hex, needs_context=True),
    Scalar("ifnull", 2, _coalesce),
    Scalar("iif", 3, _iif),
    Scalar(
        "last_insert_rowid",
        0,
        lambda context: context.last_insert_rowid,
        deterministic=False,
        needs_context=True,
    ),
    Scalar("length", 1, _length),
    Scalar("like", 2, _like, needs_context=True),
    Scalar("like", 3, _like_escape, needs_context=True),
    Scalar("likelihood", 2, _same),
    Scalar("likely", 1, _same),
    Scalar("load_extension", 1, _load_extension, deterministic=False),
    Scalar("load_extension", 2, _load_extension, deterministic=False),
    Scalar("match", 2, _match, deterministic=False),
    Scalar("nullif", 2, _nullif, needs_collation=True),
    Scalar("quote", 1, quote),
    Scalar("random", 0, lambda context: context.random(), deterministic=False, needs_context=True),
    Scalar("randomblob", 1, _randomblob, deterministic=False, needs_context=True),
    Scalar("round", 1, _round),
    Scalar("round", 2, _round),
    Scalar("sign", 1, _sign),
    Scalar("sqlite_compileoption_get", 1, _compileoption_get, deterministic=False),
    Scalar("sqlite_compileoption_used", 1, _compileoption_used, deterministic=False),
    Scalar("sqlite_log", 2, lambda code, message: None),
    Scalar("sqlite_source_id", 0, lambda: build.SOURCE_ID, deterministic=False),
    Scalar("sqlite_version", 0, lambda: build.VERSION, deterministic=False),
    Scalar("subtype", 1, lambda x: 74 if x.__class__.__name__ == "JsonText" else 0, takes_json=True),
    Scalar(
        "total_changes", 0, lambda context: context.total_changes, deterministic=False, needs_context=True
    ),
    Scalar("typeof", 1, _typeof),
    Scalar("unlikely", 1, _same),
    Scalar("zeroblob", 1, _zeroblob),
)
