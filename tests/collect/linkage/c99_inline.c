inline int only_inline(void)
{
    return 1;
}
inline int exported(void)
{
    return 2;
}
extern int exported(void);
inline int declared_between(void);
int declared_between(void);
inline int declared_between(void)
{
    return 5;
}
extern inline int also_exported(void)
{
    return 3;
}
extern inline __attribute__((gnu_inline)) int gnu(void)
{
    return 4;
}

int main(void)
{
    return only_inline() + exported() + also_exported() + gnu() + declared_between();
}
