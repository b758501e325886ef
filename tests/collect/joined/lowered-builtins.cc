// What the compiler makes an operation of its own first may become a call again, if of another
// function. What it works out is none.
unsigned long copy(char *to, const char *from, unsigned long length)
{
    __builtin_memcpy(to, from, length);
    __builtin_memset(to, 0, length);
    __builtin_bcopy(from, to, length);
    __builtin_bzero(to, length);
    __builtin_mempcpy(to, from, length);
    return __builtin_strlen("four");
}
