/* A static function of a header is the same in all files. */
static inline void each(int n, void (*fn)(int))
{
    while (n--) {
        fn(n);
    }
}
