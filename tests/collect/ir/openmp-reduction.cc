struct Sum {
    Sum();
    Sum(int);
    ~Sum();
    Sum &operator+=(const Sum &);
    int method(int);
};
int f(int);
int merge(int, int);
void combine(Sum &, const Sum &);
#pragma omp declare reduction(joined:Sum : combine(omp_out, omp_in)) initializer(omp_priv = Sum(1))
#pragma omp declare reduction(merged:int : omp_out = merge(omp_out, omp_in))

void class_type(int n)
{
    Sum sum;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < n; i++) {
        sum.method(i);
    }
}
void declared(int n)
{
    Sum sum;
    int number = 0;
#pragma omp parallel for reduction(joined : sum) reduction(merged : number)
    for (int i = 0; i < n; i++) {
        sum.method(i);
        number += f(i);
    }
}
