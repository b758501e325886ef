/* An unknown library gives a function. */
typedef int (*fn)(int);
fn outside_choose(int which);
static int own(int x)
{
    return x;
}
int main(void)
{
    fn p = outside_choose(1);
    fn q = own;
    return p(0) +
           q(0);
}
