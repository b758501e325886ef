/* To a parser without OpenMP, clang's omp.h defines a function twice. */
#include <omp.h>

static int one(int x) { return x; }
static int (*pick(int host))(int) { return host ? one : 0; }

int main(void) { return pick(omp_is_initial_device())(omp_get_num_threads()); }
