extern "C" {
typedef int (*callback)(void *);
int call(callback fn, void *data);
int run_cplusplus(callback fn);
static int from_cplusplus(void *data)
{
    return *static_cast<int *>(data);
}
}
int run_cplusplus(callback fn)
{
    int zero = 0;
    return call(from_cplusplus, &zero) + fn(&zero);
}
