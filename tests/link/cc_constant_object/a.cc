// An object that a constant initialises has its virtual table; no other record of the same layout has.
struct source {
    virtual int read() = 0;
    virtual ~source() = default;
};
struct empty : source {
    empty() = default;
    ~empty() override = default;
    int read() override { return 0; }
};
struct holder {
    int (*const *table)();
};
static int got()
{
    return 1;
}
static int (*const list[])() = {got};

static source *instance()
{
    static empty only;
    return &only;
}

static int use(holder *held)
{
    return held->table[0]();
}

int main()
{
    holder held{list};
    return use(&held) + instance()->read() - 1;
}
