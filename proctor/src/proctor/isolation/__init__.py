"""Run one program under limits: bubblewrap, docker, bare.

`open_isolation(name)` in `isolation.registry` gives a backend; `isolation.protocol` says what each promises.
"""
