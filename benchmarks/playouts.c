/* Random games of Cross Over and Capture the Flag in plain C: the limit to measure against.
   Prints plies a second of each. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static uint64_t stream = 88172645463325252ULL;

static inline uint32_t below(uint32_t n) {
    stream += 0x9E3779B97F4A7C15ULL;
    uint64_t z = stream;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    z ^= z >> 31;
    return (uint32_t)(((z >> 32) * n) >> 32);
}

static long cross_over(long games, long *won) {
    long plies = 0;
    for (long game = 0; game < games; game++) {
        int p1 = 1, p2 = 9;
        for (;;) {
            int gap = p2 - p1, blocked = gap >= 1 && gap <= 3;
            int step = 1 + (int)below(3 - blocked);
            p1 += step + (blocked && step >= gap);
            plies++;
            if (p1 > 9) { won[0]++; break; }
            gap = p2 - p1, blocked = gap >= 1 && gap <= 3;
            step = 1 + (int)below(3 - blocked);
            p2 -= step + (blocked && step >= gap);
            plies++;
            if (p2 < 1) { won[1]++; break; }
        }
    }
    return plies;
}

/* soldiers as distances from their own flag; a square at distance d is at 10 - d for the other side */
static inline int march(int *own, int *enemy) {
    int second = own[0] <= 8 ? 2 : 1, moves = second + (own[1] <= 8 ? 2 : 1);
    int pick = (int)below(moves), soldier = pick >= second;
    int step = 1 + (soldier ? pick - second : pick);
    int place = own[soldier] += step;
    int there = 10 - place;
    if (enemy[0] == there) enemy[0] = 0;
    if (enemy[1] == there) enemy[1] = 0;
    return place == 10;
}

static long capture_the_flag(long games, long *won) {
    long plies = 0;
    for (long game = 0; game < games; game++) {
        int a[2] = {0, 0}, b[2] = {0, 0};
        for (;;) {
            plies++;
            if (march(a, b)) { won[0]++; break; }
            plies++;
            if (march(b, a)) { won[1]++; break; }
        }
    }
    return plies;
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + 1e-9 * t.tv_nsec;
}

int main(int argc, char **argv) {
    long games = argc > 1 ? atol(argv[1]) : 2000000;
    long won[2] = {0, 0};
    double began = now();
    long plies = cross_over(4 * games, won);
    printf("cross-over %.0f %.6f\n", plies / (now() - began), (double)won[0] / (won[0] + won[1]));
    won[0] = won[1] = 0;
    began = now();
    plies = capture_the_flag(games, won);
    printf("capture-the-flag %.0f %.6f\n", plies / (now() - began), (double)won[0] / (won[0] + won[1]));
    return 0;
}
