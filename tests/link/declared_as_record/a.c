/* Variables that another file defines as records. */
extern void *slot[];
extern void (*current)(void);
extern void (*table[])(void);
extern struct {
    long count;
    void (*call)(void);
} given;
extern struct mine {
    long count;
    void (*call)(void);
} *device;
extern void *context;
void fill(void);
void use(void);

static void mine(void)
{
}
static void of_own(void)
{
}
static void of_kept(void)
{
}
static struct mine own = {1, of_own};
static struct {
    long count;
    void (*call)(void);
    long more;
} kept = {1, of_kept, 0};

int main(void)
{
    fill();
    ((void (*)(void))slot[1])();
    current();
    table[0]();
    table[1]();
    slot[3] = (void *)mine;
    given.call();
    device->call();
    own.call();
    context = &kept;
    use();
    return 0;
}
