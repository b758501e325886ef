static int hook(void)
{
    return 1;
}
static int (*hooks[])(void) = {hook};
int hook_alias(void) __attribute__((alias("hook")));
int hook_plain(void) __attribute__((nothrow));
