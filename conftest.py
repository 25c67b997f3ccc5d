"""Imports both packages first: the folders that hold their tests bear the same names as they."""

import litestone  # noqa: F401
import proctor  # noqa: F401
