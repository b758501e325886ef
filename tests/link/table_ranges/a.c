struct cell {
    int (*fn)(int);
    int x;
};
static int fallback(int x)
{
    return 0;
}
static int digit(int x)
{
    return 0;
}
static int (*const dispatch[256])(int) = {[0 ... 255] = fallback, ['0' ... '9'] = digit};
static struct cell cells[8] = {[2 ... 4] = {digit, 1}, [5 ... 7].fn = fallback};
int main(void)
{
    return dispatch['5'](1) + dispatch['x'](1) +
           cells[3].fn(2) + cells[6].fn(2);
}
