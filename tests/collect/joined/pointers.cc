// Calls through pointers are open once each, with the type the source has; members too.
using Callback = int (*)(int, const char *);
struct Table {
    Callback call;
    void (*stop)();
};
struct Item {
    int plain(int);
    virtual int dynamic(int);
};

int through(Callback callback) { return callback(1, "a"); }
int table(Table &t) { return t.call(2, "b"); }
void two(Table &t) { t.call(3, "c"), t.stop(); }
int member(Item &item, int (Item::*method)(int)) { return (item.*method)(1); }
int chosen(bool which, Item &item) { return member(item, which ? &Item::plain : &Item::dynamic); }
int lambda_inside(Callback callback)
{
    auto call = [&](int x) { return callback(x, "d"); };
    return call(1);
}
template <typename F> int apply(F function) { return function(5, "e"); }
int pass(Callback callback) { return apply(callback); }
