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

void fill(void)
{
    slot.call = in_slot;
    current.call = in_current;
    given[1] = (void *)in_given;
    if (slot.other) {
        slot.other();
    }
}
