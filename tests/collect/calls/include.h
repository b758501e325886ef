int f(int);

static inline int helper(int x)
{
    return f(x);
}

static inline int unused(int x)
{
    return helper(x);
}
