int f(int);
int g();
auto global = [](int n) { return f(n); };
inline auto weak = [] { return g(); };
int value = [] { return g() + 1; }();
namespace named
{
static int hidden = [] { return g() + 2; }();
} // namespace named
template <class T> T variable = [] { return T(g()); }();
struct Member {
    int number = [] { return f(3); }();
    static inline int shared = [] { return f(4); }();
};

int use()
{
    Member member;
    return global(1) + weak() + member.number + variable<long> + named::hidden;
}
