/* Compiled with OpenMP, main calls the variant of f. */
static int helper(void) { return 3; }
static int other(void) { return 4; }
int f(void) { return other(); }
#pragma omp begin declare variant match(device = {kind(host)})
int f(void) { return helper(); }
#pragma omp end declare variant
int main(void) { return f(); }
