/* Records in a union, distinguished by their first field. */
enum kind { KEY, TIMER, CALL };
struct key {
    enum kind kind;
    int code;
};
struct timer {
    enum kind kind;
    void (*fire)(void *);
    void *data;
};
struct call {
    enum kind kind;
    int (*function)(void);
};
union event {
    enum kind kind;
    struct key key;
    struct timer timer;
    struct call call;
};
static void fire(void *data)
{
}
static int function(void)
{
    return 0;
}
static int handle(const union event *e)
{
    switch (e->kind) {
    case TIMER:
        e->timer.fire(e->timer.data);
        return 0;
    case CALL:
        return e->call.function();
    default:
        return 0;
    }
}
int main(void)
{
    union event a = {.timer = {TIMER, fire, 0}}, b = {.call = {CALL, function}};
    return handle(&a) + handle(&b);
}
