"""Loops compiled to machine code. Import this only from a module of kernels, which is itself imported where one is called."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar, cast

import numba

__all__ = ["jit"]

P = ParamSpec("P")
R = TypeVar("R")


def jit(function: Callable[P, R]) -> Callable[P, R]:
    """Compile on first call; keep the machine code between runs wherever a cache folder can be written.

    Works for functions of a module, not for closures: those would be compiled anew in every run.
    """
    try:
        return cast(Callable[P, R], numba.njit(nogil=True, cache=True)(function))
    except RuntimeError:
        return cast(Callable[P, R], numba.njit(nogil=True)(function))
