int f();
namespace outer
{
inline namespace version
{
int inside()
{
    return f();
}
template <class T> int templated(T)
{
    return inside();
}
} // namespace version
int beside()
{
    return inside() + templated(1);
}
} // namespace outer
namespace
{
int hidden()
{
    return f();
}
struct Local {
    int method()
    {
        return hidden();
    }
};
} // namespace
namespace shorter = outer;
using outer::beside;

int use()
{
    Local local;
    return local.method() + shorter::inside() + beside() + outer::version::templated(Local());
}
