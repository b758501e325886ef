int f();
struct From {
    explicit From(int);
    operator int() const;
};
struct Defaults {
    int q = f();
};
struct Plain {
    int a;
    int b;
};
void take(Defaults);

int functional()
{
    return Defaults{}.q;
}
void argument()
{
    take({});
}
Plain converted(const From &from)
{
    return {from, 1};
}
int plain()
{
    return Plain{1, 2}.a + f();
}
