/* What an ant of the paper's method knows when it judges a direction; its two trees are functions of this. */

enum { SIDE = 11, CELLS = SIDE * SIDE };

struct ant {
    const unsigned char *at;         /* cells as they lie ahead: at[11 * down + right], around the torus */
    unsigned char F[CELLS], E[CELLS]; /* food where it was last seen; the enemy in view */
    float N[CELLS], M[CELLS];        /* belief in food, and in cells without */
    float V[CELLS];                  /* cells visited */
    double B[CELLS];                 /* belief, 2^20 for one */
    float left, points;
    int diagonal, enemy, cell;
};

/* In an area, which is a number: the sum of a board, whether a board has anything there. FoodHope. */
float sum_of(const float *board, const struct ant *m, int area);
int any_of(const unsigned char *board, const struct ant *m, int area);
float hope(const struct ant *m);
