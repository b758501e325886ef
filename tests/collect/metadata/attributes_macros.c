/* What macros come to. */
#define NORETURN __attribute__((__noreturn__))
#define PRINTF(string, first) __attribute__((__format__(__printf__, string, first)))
#define ATTRIBUTE(x) __attribute__((x))
#define FORCED static inline __attribute__((__always_inline__))
#define PASTE(a, b) __attribute__((a##b))
#define SECTION ".text.macro"
NORETURN void ends(void) { for (;;) {} }
PRINTF(2, 3) void log(int level, const char *format, ...) { (void)level, (void)format; }
ATTRIBUTE(cold) void cold(void) {}
FORCED int forced(void) { return 0; }
PASTE(no, inline) void pasted(void) {}
__attribute__((section(SECTION))) void placed(void) {}
