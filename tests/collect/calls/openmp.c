int f(int);

int main(void)
{
#ifndef _OPENMP
#error not OpenMP
#endif
#pragma omp parallel for
    for (int i = 0; i < 4; i++) {
        f(i);
    }
    return 0;
}
