int f();
struct Part {
    ~Part();
};
struct Thing {
    Thing(int, int);
    Thing(int n) : Thing(n, f())
    {
    }
    Thing() : Thing(1)
    {
        f();
    }
    ~Thing();
    Part part;
};

void use()
{
    Thing thing;
}
