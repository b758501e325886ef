/* An address that is written as a number. */
static void f(void)
{
}
static void (*const rom)(void) = (void (*)(void))0x1000;
int main(int argc, char **argv)
{
    void (*p)(void) = argc > 100 ? (void (*)(void))0xfffff000u : f;
    void (*none)(void) = (void (*)(void))0;
    p();
    if (argc > 100) {
        rom();
        none();
    }
    return 0;
}
