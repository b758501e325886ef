int f();
int g();
struct Text {
    Text(const char *);
    ~Text();
};
struct Thing {
    Thing()
    {
    }
    Thing(int n) : number(n)
    {
    }
    int number = f();
    int bits : 3 = g();
    Text text = "a";
};
struct Aggregate {
    int number = f();
};

int use()
{
    Thing one;
    Thing two(2);
    Aggregate aggregate;
    return Aggregate{}.number + Aggregate{1}.number + aggregate.number;
}
