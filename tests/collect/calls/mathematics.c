double use(double x, float y, long double z)
{
    return __builtin_fdim(x, 1) + __builtin_lrintf(y) + __builtin_cabsl(z) + __builtin_ilogb(x) +
           __builtin_fabs(x) + __builtin_expect(1, 1);
}
