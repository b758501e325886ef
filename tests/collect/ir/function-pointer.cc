int f(int);
int g(int);
int apply(int (*function)(int), int n)
{
    return function(n);
}
struct Table {
    int (*first)(int);
    int (&second)(int);
};
static const Table table = {f, g};
static int hidden(int n)
{
    return n;
}

int use(bool which)
{
    int (*chosen)(int) = which ? f : g;
    int (&reference)(int) = hidden;
    return chosen(1) + apply(g, 2) + table.first(3) + table.second(4) + reference(5) + (*f)(6);
}
