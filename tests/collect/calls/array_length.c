int n(void), m(void);

/* A length is computed when the declaration is reached, also of a parameter. */
int f(int k, int (*a)[n()])
{
    int b[m()];
    typedef int row[m()];
    return (int)sizeof(row) + (int)sizeof(int[n()]) + b[k] + a[0][0];
}

int g(int k, int a[n()]);
