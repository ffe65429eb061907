"""Every tolerance of the program, each with its reason. All values are probabilities, computed in 64-bit floats."""

PROVEN = 1e-9
"""The largest gap that a certificate may have.

Values are known to within this, so a smaller difference is not reported: not as luck, and not as a mistake.
"""

PROVEN_DIGITS = 9
"""The same in decimal places, for comparing values by rounding them."""

ROUNDING = 1e-12
"""Two values that are closer are equal but for rounding. Chains of some thousand float operations stay well below."""

CONVERGED = 1e-15
"""Iteration stops when a sweep changes no value by more: a few units in the last place of a float near 1."""

IMPROVEMENT = 1e-13
"""A strategy is changed only for more than this, so that rounding cannot make strategy improvement go in circles.

It is far below `PROVEN`: what is passed over this way does not show in a certificate.
"""

RELATIVE_IMPROVEMENT = 1e-14
"""The same for best replies whose values may be far from 1, such as expected durations: a share of the value."""

ODDS_SUM = 1e-9
"""How far the odds of a strategy may be from adding up to 1: linear programs return them no more precisely."""

PRODUCT_ERROR = 2**-46
"""More than the relative rounding error of an odds times a difference, where up to fifty odds were added up."""

ULP = 2.0**-52
"""The distance from 1 to the next float; rounding changes a number near 1 by half of it."""

UNSURE = 2.0**-53
"""How near to 0 or 1 a chance may be that is neither: what is left of 1 is still a float below 1."""

LOWERED = 2.0**-48
"""By how much values are lowered to become bounds. It is more than rounding takes, and less than `ROUNDING`."""

ZERO_SLOPE = 1e-13
"""Slopes in a tableau of the simplex method that count as zero. The entries are scaled to lie between 1 and 2."""

SMALL_PIVOT = 1e-3
"""A pivot of the simplex method below this loses digits that count: the solution is then corrected."""

LEAST_EXIT = 1e-290
"""The smallest probability of leaving a set of states that counts as above zero: below it floats lose their digits."""

MOST_WEIGHT = 10**290
"""The largest weight of a move of chance: a share of one in more would be rounded to nothing."""

MOST_MACHINE_WEIGHT = 2**62
"""The same in machine code, whose whole numbers have 64 bits."""

LEAST_ODDS = 1e-140
"""The smallest odds of a move in floats: two of them multiplied are still above `LEAST_EXIT`. Fractions may be less."""

STOPPING = (1e-6, 1e-9, 1e-12)
"""The stopping probabilities that strategy improvement tries one after the other.

The smaller it is, the surer it is that what is best with it is best without it; and the harder it is for floats to tell
what is best.
"""

RATED = 1e-9
"""Ratings are found when none of the strengths changes by a larger share; they are told without decimals."""

LONGEST_GAMES = 1e-12
"""The probability of the longest games that the distribution of a length leaves out: too rare to be simulated."""

CHAIN_ERROR = 1e-11
"""The error that is aimed at where a chain with loops is solved as a whole: rounding allows no less in long games."""

RARE = 5e-5
"""A smaller chance is not told as a number: it has no digit of its own among hundredths of a percent."""

VALUE_DIGITS = 6
"""The decimals of a value that people are told. If they show 0 or 1 for a value that is neither, a bound is told."""
