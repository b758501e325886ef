inline int exported(void)
{
    return 1;
}
extern inline int only_inline(void)
{
    return 2;
}

int main(void)
{
    return exported() + only_inline();
}
