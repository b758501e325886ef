/* C calls back into C++ and the other way round. */
typedef int (*callback)(void *);
int run_cplusplus(callback fn);
int call(callback fn, void *data)
{
    return fn(data);
}
static int from_c(void *data)
{
    return 0;
}
int main(void)
{
    return run_cplusplus(from_c);
}
