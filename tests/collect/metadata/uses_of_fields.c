struct inner {
    int x, y;
};
struct outer {
    int a;
    struct inner b;
    int c[3];
};
struct outer filled = {.a = __builtin_offsetof(struct outer, c), .b.x = 1};

unsigned long only_asks(void)
{
    return __builtin_offsetof(struct outer, b.y) +
           __builtin_offsetof(struct outer, c[1]);
}

int sets(int n)
{
    struct outer o = {.a = n,
                      .b = {.y = n},
                      .c[2] = n};
    return (struct inner){x : n}.x + sizeof o;
}
