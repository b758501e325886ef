/* Pointers that are compared and handed on, never called. */
struct task {
    void (*run)(void);
};
static void idle(void)
{
}
static void work(void)
{
}
static int is_idle(void (*fn)(void))
{
    return fn == idle;
}
int main(void)
{
    struct task t = {work};
    void (*other)(void) = idle;
    t.run();
    return is_idle(t.run) + (other == work);
}
