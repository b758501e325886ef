static void function(void)
{
}
static void in_array(void)
{
}
static void in_unbounded(void)
{
}

struct {
    int kind;
    void (*function)(void);
} shared = {0, function};
struct {
    int kind;
    void (*function)(void);
} array[2] = {{0, in_array}, {1, in_array}};
struct {
    int kind;
    void (*function)(void);
} unbounded[] = {{0, in_unbounded}};
