static int other(int x) { return x; }
int sum(int *v, int n)
{
    int total = 0;
    void add(int x) { total += other(x); }
    auto int twice(int x);
    int twice(int x) { return 2 * x; }
    for (int i = 0; i < n; i++) {
        add(v[i]);
    }
    return twice(total);
}
