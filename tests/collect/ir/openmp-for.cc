struct Thing {
    Thing();
    Thing(const Thing &);
    ~Thing();
    int method(int);
};
int f(int);
int g();

void plain(int *numbers, int n)
{
#pragma omp parallel for schedule(static) num_threads(g())
    for (int i = 0; i < n; i++) {
        numbers[i] = f(i);
    }
}
void with_private(int n)
{
    Thing first;
    Thing second;
#pragma omp parallel for firstprivate(first) private(second) if (g())
    for (int i = 0; i < n; i++) {
        first.method(i) + second.method(i);
    }
}
template <class T> void in_template(T &value)
{
#pragma omp parallel
#pragma omp parallel
    {
        value.method(1);
    }
}
void use(Thing &thing)
{
    in_template(thing);
}
