struct Guard {
    Guard();
    Guard(int);
    ~Guard();
};
int f();
void g();

void between()
{
    Guard first;
    Guard second(f());
    g();
}
struct Thing {
    Thing() : first(1), second(2)
    {
        g();
    }
    Guard first;
    Guard second;
};
Guard *partly()
{
    return new Guard[2]{1, 2};
}
void arguments(const Guard &, const Guard &);
void temporaries()
{
    arguments(Guard(1), Guard(2));
}
Thing *two_guards()
{
    return new Thing;
}
