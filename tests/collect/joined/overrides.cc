// What overrides what: template instances, implicit destructors, methods entered through thunks,
// covariant results. Only direct pairs.
template <typename T> struct Store {
    virtual ~Store() {}
    virtual T get() { return T(); }
};
struct IntStore : Store<int> {
    int get() override { return 1; }
};
struct DeepStore : IntStore {
    int get() override { return 2; }
};

struct Left {
    virtual ~Left() {}
    virtual Left *clone() { return new Left(*this); }
    long padding;
};
struct Right {
    virtual ~Right() {}
    virtual Right *clone() { return new Right(*this); }
};
struct Both : Left, Right {
    Both *clone() override { return new Both(*this); }
};

struct Root {
    virtual void run() {}
};
struct Branch : virtual Root {
    void run() override {}
};
struct Leaf : Branch {
    void run() override {}
};

void use()
{
    DeepStore d;
    Both b;
    Leaf l;
}
