#include "solver.h"
static double line(double x)
{
    return x;
}
int main(void)
{
    double sum = 0;
    for (const struct solver *const *s = solvers; *s; s++) {
        sum += (*s)->solve(0, 1, line);
        sum += (*s)->solve(0, 1, square);
    }
    return sum > 100;
}
