// Closures of one layout are told apart: each is called where it is made.
typedef void action();
static int done;
static void first()
{
    done += 1;
}
static void second()
{
    done += 2;
}
static void third()
{
    done += 3;
}
static void fourth()
{
    done += 4;
}
template <class F> static void run(const F &f)
{
    f();
}
static void twice(action *a)
{
    run([&a] { a(); });
    run([a] { a(); });
}
static void once(action *a)
{
    run([&a] { a(); });
    run([a](auto... none) { a(none...); });
}
static inline void in_header(action *a)
{
    run([&a] { a(); });
    run([a](auto... none) { a(none...); });
}
inline void in_many_files(action *a)
{
    run([&a] { a(); });
    run([a](auto... none) { a(none...); });
}
int main()
{
    twice(first);
    once(second);
    in_header(third);
    in_many_files(fourth);
    return done - 20;
}
