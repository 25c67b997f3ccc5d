"""Imports both packages first: the folders that hold their tests bear the same names as they."""

from hypothesis import settings

import litestone  # noqa: F401
import proctor  # noqa: F401

# How long an example takes says how busy the machine is, not whether the code is right.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
