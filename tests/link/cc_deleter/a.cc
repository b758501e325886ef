/* Records of templates are distinguished without their arguments: both deleters are one. The counter is
 * of a class that the library knows and may have made. */
#include <memory>
static int freed;
static void drop(int *p)
{
    freed++;
    delete p;
}
static void keep(int *)
{
    freed++;
}
int main()
{
    int n = 0;
    {
        std::unique_ptr<int, void (*)(int *)> a(new int(1), drop);
        std::shared_ptr<int> b(&n, keep);
    }
    return freed - 2;
}
