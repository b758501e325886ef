/* A constant on the left does not make a condition constant. */
int a(void), b(void), c(void);
int sum(void) { return 1 + a() ? b() : c(); }
int bits(void)
{
    if (1 & a()) {
        return b();
    }
    return 0 - c() && b();
}
