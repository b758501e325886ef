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
int main()
{
    return c_function() + shared();
}
