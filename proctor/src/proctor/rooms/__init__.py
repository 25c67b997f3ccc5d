"""Rooms: where a model writes in one language, with its toolchain and documentation, and no SQLite.

`scanning.ready_room` makes a room on this machine for the bubblewrap isolation and refuses one in which a
trace of SQLite is left; `image` does the same with Docker.
"""
