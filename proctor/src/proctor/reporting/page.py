"""How the package's HTML pages are made from their templates: escaped, and an unknown name is an error."""

from __future__ import annotations

from jinja2 import Environment, PackageLoader, StrictUndefined


def fill_template(name: str, **values: object) -> str:
    """The page that a template gives."""
    environment = Environment(
        loader=PackageLoader("proctor.reporting"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template(name).render(values)
