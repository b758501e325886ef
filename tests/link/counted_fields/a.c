/* Pointers to function pointers are counted from one field to the next. */
typedef void (*handler)(void);

static void nothing(void)
{
}
static void last(void)
{
}
static void indexed(void)
{
}
static void in_array(void)
{
}
static void beside_array(void)
{
}
static struct {
    int count;
    handler first, middle, last;
} run = {3, nothing, nothing, last};
static struct {
    handler open, close;
} pair = {nothing, indexed};
static struct {
    handler other;
    handler list[2];
} held = {beside_array, {nothing, in_array}};

static void call(handler *list, int n)
{
    list[n]();
}
int main(void)
{
    for (handler *at = &run.first; at <= &run.last; at++) {
        (*at)();
    }
    (&pair.open)[1]();
    call(held.list, 1);
    return 0;
}
