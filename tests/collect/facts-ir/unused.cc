/* A function that nothing uses has no facts here. */
using handler = void (*)(int);
inline void unused(handler f) { f(1); }
__attribute__((used)) static void from_assembly() {}
void used(handler f) { f(1); }
