/* Plain value iteration for Ladder Race, without certificate or strategies. value_iteration LENGTH SNAKE prints the
   value of the start with P1 to move, and the seconds that it took. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { FACES = 6 };
static int length, wide, snake;
static double *value; /* of P1, by the mover and the places of P1's tokens and of P2's, the hindmost first */

static size_t at(int mover, const int *places) {
    size_t found = mover;
    for (int token = 0; token < 4; token++) found = found * wide + places[token];
    return found;
}

static int landing(int place) {
    if (place == length - 1 && snake) return 0;
    return place % 4 == 1 && place + 2 < length - 1 ? place + 2 : place;
}

/* The value after a roll: the best of what the mover's tokens can do, or a pass. */
static double after(int mover, const int *places, int face) {
    double best = -1;
    for (int token = 0; token < 2; token++) {
        int place = places[2 * mover + token], other = places[2 * mover + 1 - token];
        if (place + face > length || (token == 1 && place == other)) continue;
        int moved = landing(place + face), following[4] = {places[0], places[1], places[2], places[3]};
        following[2 * mover] = moved < other ? moved : other;
        following[2 * mover + 1] = moved < other ? other : moved;
        double found = value[at(1 - mover, following)];
        if (best < 0 || (mover == 0 ? found > best : found < best)) best = found;
    }
    return best < 0 ? value[at(1 - mover, places)] : best;
}

int main(int count, char **arguments) {
    if (count != 3) return 2;
    length = atoi(arguments[1]), wide = length + 1, snake = atoi(arguments[2]);
    clock_t began = clock();
    size_t size = (size_t)2 * wide * wide * wide * wide;
    value = malloc(sizeof(double) * size);
    for (size_t each = 0; each < size; each++) value[each] = 0.5;
    double changed = 1;
    while (changed > 1e-12) {
        changed = 0;
        int places[4];
        for (places[0] = length; places[0] >= 0; places[0]--)
            for (places[1] = length; places[1] >= places[0]; places[1]--)
                for (places[2] = length; places[2] >= 0; places[2]--)
                    for (places[3] = length; places[3] >= places[2]; places[3]--)
                        for (int mover = 0; mover < 2; mover++) {
                            double *here = &value[at(mover, places)], new = 0;
                            if (places[0] == length || places[2] == length)
                                new = places[0] == length;
                            else
                                for (int face = 1; face <= FACES; face++) new += after(mover, places, face) / FACES;
                            changed = fmax(changed, fabs(new - *here));
                            *here = new;
                        }
    }
    int start[4] = {0, 0, 0, 0};
    printf("%.12f %.6f\n", value[at(0, start)], (double)(clock() - began) / CLOCKS_PER_SEC);
    return 0;
}
