"""Questions that the program asks itself: no header, no parameters, not listed for users."""

from importlib.resources import files

__all__ = ["checks", "internal"]


def internal(name: str) -> str:
    """The text of one of them."""
    return files(__package__).joinpath(f"{name}.rq").read_text(encoding="utf-8")


def checks() -> dict[str, str]:
    """The fast checks of the hierarchy's rules: name to text, in order of name. Each answers with what breaks its rule."""
    found = [f for f in files(__package__).joinpath("checks").iterdir() if f.name.endswith(".rq")]
    return {f.name.removesuffix(".rq"): f.read_text(encoding="utf-8") for f in sorted(found, key=lambda f: f.name)}
