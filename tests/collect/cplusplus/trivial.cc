struct Plain {
    int a;
    Plain() = default;
    Plain(const Plain &) = default;
    ~Plain() = default;
};
struct Valued {
    int a;
    Valued(int x) : a(x) {}
    ~Valued() = default;
};
struct Default {
    int a = 3;
    Default() = default;
};
struct Busy {
    int *p;
    Busy();
    ~Busy();
};
struct Holder {
    Busy b;
    Holder() = default;
    ~Holder() = default;
};
struct Virtual {
    virtual void f() {}
    ~Virtual() = default;
};
struct Derived : Plain {
    ~Derived() = default;
};
template <class T> struct Box {
    T value;
    int more = 0;
    Box() = default;
    Box(const Box &) = default;
};

static Plain outside;

Plain copied(Plain p)
{
    return p;
}

int constructed(const Valued &v)
{
    Plain one, two(one), array[3];
    Valued other = v;
    Derived derived;
    Virtual table;
    Box<int> box;
    Box<int> same(box);
    static Plain kept;
    return copied(one).a + other.a;
}

void worked()
{
    Default d;
    Holder h;
    Box<Busy> b;
}

int on_heap()
{
    Plain *p = new Plain;
    int a = p->a;
    delete p;
    return a + [p] {
        Plain inner;
        return inner.a;
    }();
}
