/* As clang calls them, arguments evaluated, messages left out. */
enum { EARLY = 100 + 1 };
__attribute__((noreturn)) void ends(void) { for (;;) {} }
_Noreturn void ends_too(void) { for (;;) {} }
__attribute__((pure)) int pure(int x) { return x; }
__attribute__((const)) int constant(int x) { return x; }
__attribute__((constructor)) static void before(void) {}
__attribute__((constructor(EARLY), destructor)) static void around(void) {}
__attribute__((malloc, alloc_size(1), warn_unused_result)) void *allocate(int n) { return (char *)0 + n; }
__attribute__((noinline, hot)) void kept(void) {}
__attribute__((always_inline)) static inline void gone(void) {}
__attribute__((flatten)) void flat(void) { gone(); }
__attribute__((weak)) void replaceable(void) {}
__attribute__((nothrow, leaf, returns_twice)) int twice(void) { return 0; }
__attribute__((deprecated("use allocate()"))) void old(void) {}
__attribute__((visibility("hidden"), section(".text.here"))) void placed(void) {}
__attribute__((used)) static void kept_anyway(void) {}
__attribute__((unused)) static void maybe(void) {}
__attribute__((format(printf, 1, 2), nonnull(1))) void say(const char *f, ...) { (void)f; }
__attribute__((target("avx2"), no_instrument_function)) void wide(void) {}
void other(void) __attribute__((alias("flat")));
void plain(void) {}
__attribute__((section("a\"b\\c"))) int quoted(void) { return 1; }
__attribute__((section("a\tb"), cold)) int tabbed(void) { return 1; }
__attribute__((section("))\" x \"((" ))) int bracketed(void) { return 1; }
