struct Thing {
    Thing(int);
    ~Thing();
    int method();
};
int f();

int plain()
{
    static Thing thing(f());
    return thing.method();
}
int number()
{
    static int number = f();
    static const int constant = 1;
    return number + constant;
}
inline int in_inline()
{
    static Thing thing(2);
    static Thing several[2] = {3, 4};
    return thing.method();
}
template <class T> int in_template()
{
    static T thing(5);
    return thing.method();
}

int use()
{
    return in_inline() + in_template<Thing>();
}
