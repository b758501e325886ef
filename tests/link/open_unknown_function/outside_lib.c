typedef int (*fn)(int);
static int theirs(int x)
{
    return x;
}
fn outside_choose(int which)
{
    return theirs;
}
