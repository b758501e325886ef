extern "C" int plain(int);
extern "C" {
int c_function(void)
{
    return plain(1);
}
}
namespace {
int anonymous()
{
    return 1;
}
} // namespace
static int hidden()
{
    return anonymous();
}
inline int shared()
{
    return hidden();
}
inline int around()
{
    struct Local {
        int call() { return plain(2); }
    };
    return Local().call();
}
static int inside()
{
    struct Local {
        int call() { return plain(3); }
    };
    return Local().call();
}
int main()
{
    return c_function() + shared() + around() + inside();
}
