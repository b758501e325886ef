void missing(void);

void (*hooked)(void);

void hook(void)
{
}
void loop(void)
{
    if (hooked) {
        hooked();
    }
}
static void reset(void)
{
    missing();
    loop();
}
