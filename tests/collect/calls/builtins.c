#define NULL ((void *)0)

int main(int argc, char **argv)
{
    char copy[8];
    __builtin_memcpy(copy, argv[0], 4);
    __builtin___memcpy_chk(copy, argv[0], 4, 8);
    __builtin_printf("%s", copy);
    __sync_fetch_and_add(&argc, 1);
    __atomic_store_n(&argc, 1, __ATOMIC_SEQ_CST);
    if (__builtin_expect(argc, 0)) {
        __builtin_abort();
    }
    return __builtin_popcount(argc) + (int)__builtin_strlen(copy);
}
