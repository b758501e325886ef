int f();
struct Thing {
    Thing(int);
    ~Thing();
    int z;
};
thread_local Thing per_thread(3);
thread_local int constant = 3;
struct Array {
    int a[2] = {f(), 2};
};
struct Bits {
    int b : 3 = f();
    int c : 3;
};
struct Managed {
    Managed();
    ~Managed();
};

int use()
{
    return per_thread.z;
}
int use_constant()
{
    return constant;
}
void variable_length(int n)
{
    Managed all[n];
}
void array_default()
{
    Array array;
}
void bits_default()
{
    Bits bits;
}
int with_init()
{
    if (0; f())
        return f();
    return 1;
}
