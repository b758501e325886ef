struct Thing {
    Thing(const Thing &);
    ~Thing();
    int method(int) const;
};
int f(int);

int fibonacci(int n)
{
    int a = 0;
    int b = 0;
    if (n < 2) {
        return f(n);
    }
#pragma omp task shared(a)
    a = fibonacci(n - 1);
#pragma omp task shared(b)
    b = fibonacci(n - 2);
#pragma omp taskwait
    return a + b;
}
void with_class(const Thing &given)
{
    Thing thing(given);
#pragma omp task firstprivate(thing)
    thing.method(1);
#pragma omp taskloop firstprivate(thing)
    for (int i = 0; i < 4; i++) {
        thing.method(i);
    }
}
