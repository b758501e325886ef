/* The ends of a section as characters. */
typedef void (*hook)(void);
static void first(void)
{
}
static void second(void)
{
}
static hook h1 __attribute__((section("hooks"), used)) = first;
static hook h2 __attribute__((section("hooks"), used)) = second;
extern char __start_hooks, __stop_hooks;

int main(void)
{
    for (char *at = &__start_hooks; at < &__stop_hooks; at += sizeof(hook)) {
        (*(hook *)at)();
    }
    return 0;
}
