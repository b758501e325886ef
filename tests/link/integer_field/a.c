/* User data that is wide enough for anything. */
struct event {
    unsigned long data;
    int kind;
};
static void f(void)
{
}
static void on_event(struct event *e)
{
    if (e->kind) {
        ((void (*)(void))e->data)();
    }
}
int main(void)
{
    struct event e = {(unsigned long)f, 1};
    on_event(&e);
    return 0;
}
