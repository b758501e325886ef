// A number that an atomic operation gives is that of a pointer when its marks are cleared, and is not when
// other bits are.
using word = unsigned long;
using plain = void (*)(int);
void call(plain f);
void cleared(word &bits)
{
    call(reinterpret_cast<plain>(__sync_fetch_and_or(&bits, 1) & ~word(1)));
}
void cut(word &bits)
{
    call(reinterpret_cast<plain>(__sync_fetch_and_or(&bits, 1) & word(0xff00)));
}
