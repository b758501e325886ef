typedef void (*callback)(void);
static callback opened[4], closed[4];
static int opened_count, closed_count;
static void on_open(callback fn)
{
    opened[opened_count++] = fn;
}
static void on_close(callback fn)
{
    closed[closed_count++] = fn;
}
static void f(void)
{
}
static void g(void)
{
}
int main(void)
{
    on_open(f);
    on_close(g);
    opened[0]();
    closed[0]();
    return 0;
}
