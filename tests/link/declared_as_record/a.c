/* Variables that another file defines as records. */
extern void *slot[];
extern void (*current)(void);
extern void (*table[])(void);
extern struct {
    long count;
    void (*call)(void);
} given;
void fill(void);

static void mine(void)
{
}

int main(void)
{
    fill();
    ((void (*)(void))slot[1])();
    current();
    table[0]();
    table[1]();
    slot[3] = (void *)mine;
    given.call();
    return 0;
}
