int __sync_mine(int x)
{
    return x;
}
int __atomic_mine(int);
int __builtin_mine(int);
int __c11_atomic_mine();
int use(int *p)
{
    return __sync_mine(1) + __atomic_mine(2) + __builtin_mine(3) + __c11_atomic_mine(4) +
           __sync_fetch_and_add(p, 1) + __atomic_load_n(p, 5) + __builtin_popcount(*p) +
           __sync_undeclared(5);
}
