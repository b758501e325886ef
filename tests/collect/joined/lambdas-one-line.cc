void danger();
void safe();
#define BOTH(f, g) [] { f(); }(), [] { g(); }()
int main()
{
    auto unused = [] { danger(); }; auto used = [] { safe(); }; used();
    auto outer = [] { auto inner = [] { safe(); }; inner(); return [] { danger(); }; }; outer()();
    BOTH(danger, safe);
}
