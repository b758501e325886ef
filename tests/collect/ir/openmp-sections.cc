int f(int);
int g();
int h();
static void locked()
{
#pragma omp critical(name)
    g();
}

void sections()
{
#pragma omp parallel sections
    {
        f(1);
#pragma omp section
        g();
    }
}
void others()
{
    auto lambda = [] { return h(); };
#pragma omp parallel
    {
#pragma omp single
        f(2);
#pragma omp master
        g();
#pragma omp critical
        lambda();
        locked();
    }
}
