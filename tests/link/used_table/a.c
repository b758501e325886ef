/* Tables that nothing names: a processor reads one, code elsewhere finds another by its section, even
 * where it is a record of this file. What is in them may be called. */
typedef void (*handler)(void);
static int ran;
static void reset(void)
{
    ran = 1;
}
static void tick(void)
{
    ran = 2;
}
static void command(void)
{
    ran = 3;
}
static void kept(void)
{
    ran = 4;
}
struct entry {
    const char *name;
    handler run;
};
__attribute__((used)) static const handler vectors[] = {reset, tick};
static const struct entry entry __attribute__((section(".commands"), used)) = {"command", command};
static const handler ordinary[] = {kept};
handler other(void);
int main(void)
{
    handler found = other();
    if (found) {
        found();
    }
    return ordinary[0] && ran ? 0 : 0;
}
