// Assembly that may call is open wherever it is; a function that assembly names has its address
// taken by its attribute.
void note();
inline void unused() { __asm__("call somewhere"); }
inline void used()
{
    note();
    __asm__ volatile("call *%0" : : "r"(0));
}
template <typename T> void instance(T) { __asm__("call elsewhere"); }
void plain() { __asm__("nop"); }
__attribute__((used)) static void named() { note(); }
__asm__("entry: jmp _ZL5namedv");
void all()
{
    used();
    instance(1);
    plain();
}
