/* Each state is a function that returns the next one, through void * functions. */
typedef void *(*state)(int *);
static void *start(int *n);
static void *stop(int *n)
{
    return 0;
}
static void *again(int *n)
{
    return --*n ? (void *)again : (void *)stop;
}
static void *start(int *n)
{
    return (void *)again;
}
int main(void)
{
    int n = 3;
    for (state s = start; s;) {
        s = (state)s(&n);
    }
    return 0;
}
