/* Parts that are outlined share what they are handed. */
using handler = void (*)(int);
void one(int);

void parallel(handler f)
{
    handler g = one;
#pragma omp parallel
    f(1);
#pragma omp task firstprivate(g)
    g(2);
}
