"""Whether a submission is written in its language alone: what it holds is checked, then built from source.

`check.check` gives the list of findings, `build.build` the program; `manifest` reads how a submission names
its language. What each language's rules are stands in `data/`.
"""
