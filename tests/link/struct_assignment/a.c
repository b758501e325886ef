struct pair {
    int (*left)(void);
    int (*right)(void);
};
struct box {
    int n;
    struct pair pair;
};
static int f(void)
{
    return 0;
}
static int g(void)
{
    return 0;
}
int main(void)
{
    struct pair a = {f, g};
    struct pair b;
    struct box box, copy;
    b = a;
    box.pair = b;
    copy = box;
    return copy.pair.left() + copy.pair.right() + b.left();
}
