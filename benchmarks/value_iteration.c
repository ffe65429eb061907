/* Plain value iteration for Predictive Pursuit with overshoot=stops and steps of 1 and 2, without certificate or
   strategies. value_iteration LENGTH prints the value of the start with P1 to move, and the seconds that it took. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double matrix(double a, double b, double c, double d) { /* rows maximise */
    double floor = fmax(fmin(a, b), fmin(c, d)), ceiling = fmin(fmax(a, c), fmax(b, d));
    return floor >= ceiling ? floor : a + (b - a) * (c - a) / ((b - a) + (c - d));
}

int main(int count, char **arguments) {
    if (count != 2) return 2;
    int length = atoi(arguments[1]), wide = length + 1;
    double *value[2];
    clock_t began = clock();
    for (int mover = 0; mover < 2; mover++) {
        value[mover] = malloc(sizeof(double) * wide * wide);
        for (int one = 0; one <= length; one++)
            for (int two = 0; two <= length; two++)
                value[mover][one * wide + two] = one == length ? 1 : two == length ? 0 : 0.5;
    }
    double changed = 1;
    while (changed > 1e-12) {
        changed = 0;
        for (int one = length - 1; one >= 0; one--)
            for (int two = length - 1; two >= 0; two--)
                for (int mover = 0; mover < 2; mover++) {
                    double *after = value[1 - mover], *here = &value[mover][one * wide + two];
                    double stay = after[one * wide + two], new;
                    if (mover == 0) {
                        double step = after[(one + 1) * wide + two];
                        double leap = after[(one + 2 < length ? one + 2 : length) * wide + two];
                        new = matrix(stay, step, leap, stay);
                    } else {
                        double step = after[one * wide + two + 1];
                        double leap = after[one * wide + (two + 2 < length ? two + 2 : length)];
                        new = matrix(stay, leap, step, stay);
                    }
                    changed = fmax(changed, fabs(new - *here));
                    *here = new;
                }
    }
    printf("%.12f %.6f\n", value[0][0], (double)(clock() - began) / CLOCKS_PER_SEC);
    return 0;
}
