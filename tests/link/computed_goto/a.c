/* Labels are no functions. */
static void f(void)
{
}
int main(void)
{
    static void *const labels[] = {&&first, &&second};
    void (*p)(void) = f;
    int i = 0;
    goto *labels[i];
first:
    i = 1;
    goto *labels[i];
second:
    p();
    return 0;
}
