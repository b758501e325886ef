static int helper(void)
{
    return 2;
}
static int variant(void)
{
    return helper();
}
#pragma omp declare variant(variant) match(construct = {parallel})
static int base(void)
{
    return 1;
}
int main(void)
{
    int result = 0;
#pragma omp parallel
    {
        result = base();
    }
    return result;
}
