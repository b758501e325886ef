int threads(void);
int wanted(int);
int called(void)
{
    int sum = 0;
#pragma omp parallel for num_threads(threads()) \
    if (wanted(1))
    for (int i = 0; i < 3; i++) {
        sum += i;
    }
    return sum;
}
int plain(void)
{
    int sum = 0;
#pragma omp parallel for reduction(+ : sum) schedule(static, (4))
    for (int i = 0; i < 3; i++) {
        sum += i;
    }
    return sum;
}
