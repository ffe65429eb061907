"""The inner loops of the solver, on flat arrays: interpreted on lists, or compiled by Numba on arrays of NumPy.

Each function is plain Python that Numba can compile. It allocates nothing: it gets its arrays, and its working space,
from `headway.solver.backend`, which also compiles it.
"""
