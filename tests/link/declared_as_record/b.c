struct pair {
    long count;
    void (*call)(void);
    long more;
    void (*other)(void);
} slot;
struct {
    void (*call)(void);
    int count;
} current;
static void in_slot(void)
{
}
static void in_current(void)
{
}
static void in_table(void)
{
}
static void in_given(void)
{
}
struct {
    void (*x)(void);
    void (*y)(void);
} table = {in_table, in_table};
void *given[2];

static void in_device(void)
{
}
struct yours {
    long count;
    void (*call)(void);
    const char *name;
} yours = {1, in_device, "yours"}, *device = &yours;
struct used {
    long count;
    void (*call)(void);
} *context;

void use(void)
{
    context->call();
}

void fill(void)
{
    slot.call = in_slot;
    current.call = in_current;
    given[1] = (void *)in_given;
    if (slot.other) {
        slot.other();
    }
}
