/* A closure of an inline function, made in one file and called in another. */
typedef void (*fn)();
inline auto make(fn f)
{
    return [f] { f(); };
}
using closure = decltype(make(nullptr));
closure *get();
void run();
