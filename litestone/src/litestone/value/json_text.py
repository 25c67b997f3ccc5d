"""The JSON subtype: text that a JSON function made (documentation: ``json1.html`` section 3.4)."""

from __future__ import annotations


class JsonText(str):
    """Text known to be JSON; only a call's argument may carry it, storage never."""

    __slots__ = ()
