/* A function that nothing uses does in this file what it says: nothing. */
using handler = void (*)(int);
inline void unused(handler f) { f(1); }
__attribute__((used)) static void from_assembly() {}
void used(handler f) { f(1); }
