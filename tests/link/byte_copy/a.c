/* Byte by byte, through integers: all that is copied so is one. */
static int f(void)
{
    return 0;
}
static int g(void)
{
    return 0;
}
static void copy(unsigned char *to, const unsigned char *from, unsigned long n)
{
    while (n--) {
        *to++ = *from++;
    }
}
int main(void)
{
    int (*from)(void) = f;
    int (*to)(void) = 0;
    copy((unsigned char *)&to, (unsigned char *)&from, sizeof to);
    int (*plain)(void) = g;
    return to() + plain();
}
