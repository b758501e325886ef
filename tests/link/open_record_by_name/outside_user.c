struct inner {
    int number;
    int (*fourth)(int);
};
struct table {
    int (*first)(int);
    int (*second)(int);
    struct inner inner;
    struct inner *other;
};
extern struct table table;

void outside(void)
{
    table.first(1);
    table.second(1);
    table.inner.fourth(1);
    table.other->fourth(1);
}
