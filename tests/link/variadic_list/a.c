typedef void (*fn)(const char *);
void dispatch(int what, ...);
static void f(const char *text)
{
}
static void g(const char *text)
{
}
int main(void)
{
    dispatch(0, f, "data");
    dispatch(1, "data", g);
    return 0;
}
