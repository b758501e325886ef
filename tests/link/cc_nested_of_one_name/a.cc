// What instances for classes of one name in other classes keep is kept apart.
typedef int (*fn)();
static int n;
static int one() { return n += 1; }
static int two() { return n += 2; }
struct left {
    struct members {
        int number;
    };
};
struct right {
    struct members {
        long number;
    };
};
template <class T> struct holder {
    fn call;
    T kept;
};
static int run_left(holder<left::members> *holder) { return holder->call(); }
static int run_right(holder<right::members> *holder) { return holder->call(); }
int main()
{
    holder<left::members> l = {one, {0}};
    holder<right::members> r = {two, {0}};
    run_left(&l);
    return run_right(&r) - 3;
}
