// Virtual calls, also through a second base, whose thunk adjusts the object and has no hooks.
// calls main _Z3useR5FirstR6Second 5
// total _ZN4Both3oneEv 5
// total _ZN4Both3twoEv 10
// calls _ZN4Both3oneEv _ZN4Both3twoEv 5
// calls _ZN4Both3twoEv _Z4leafv 10
static volatile int sink;

__attribute__((noinline)) void leaf()
{
    sink = sink + 1;
}

struct First {
    virtual void one() = 0;
    int first = 1;
};

struct Second {
    virtual void two() = 0;
    int second = 2;
};

struct Both : First, Second {
    void one() override;
    void two() override;
};

__attribute__((noinline)) void Both::one()
{
    two();
}

__attribute__((noinline)) void Both::two()
{
    leaf();
}

__attribute__((noinline)) void use(First &first, Second &second)
{
    first.one();
    second.two();
}

int main()
{
    Both both;
    for (int i = 0; i < 5; i++) {
        use(both, both);
    }
    return 0;
}
