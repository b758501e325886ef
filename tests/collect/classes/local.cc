// Classes without a name of the program's own are distinguished by their file, and their functions by
// where they are.
namespace {
struct Hidden {
    virtual int f() { return 1; }
};
struct Deeper : Hidden {
    int f() override { return 2; }
};
template <class T> struct Holder {
    virtual int size() { return sizeof(T); }
};
} // namespace

struct Shown : Deeper {
    int f() override { return 3; }
};

int call(Hidden &hidden)
{
    return hidden.f();
}

int run()
{
    struct Local {
        virtual int g() { return 4; }
    };
    Local local;
    Local &reference = local;
    Holder<int> holder;
    Holder<int> &held = holder;
    Hidden hidden;
    Deeper deeper;
    Shown shown;
    return call(hidden) + call(deeper) + call(shown) + reference.g() + held.size();
}
