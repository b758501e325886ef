/* Regions of OpenMP pragmas belong to the functions they stand in; calls in clauses are found. */
int work(int);
int threads(void);
int condition(void);
static int twice(int x) { return work(x) * 2; }

int sum(const int *values, int count)
{
    int total = 0;
#pragma omp parallel for reduction(+ : total) num_threads(threads())
    for (int i = 0; i < count; i++) {
        total += twice(values[i]);
    }
    return total;
}

void tasks(int depth)
{
#pragma omp task if (condition())
    work(depth);
#pragma omp taskwait
#pragma omp parallel
    {
#pragma omp single
        tasks(depth - 1);
    }
}
