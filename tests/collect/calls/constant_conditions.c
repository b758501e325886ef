int a(void), b(void), c(void), d(void), e(void), f(void);
enum { OFF, ON };

/* What a constant rules out is not compiled; unless it can be jumped into. */
int main(void)
{
    if (0) {
        a();
    } else {
        b();
    }
    if (OFF && c()) {
        return 1;
    }
    if (sizeof(int) > 2 || c()) {
        goto inside;
    }
    if (0) {
    inside:
        d();
    }
    return ON ? e() : f();
}
