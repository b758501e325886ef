/* Functions whose addresses stand where the loader looks for what it runs. */
typedef void hook(void);
static void starts(void) {}
static void ends(void) {}
static void first(void) {}
static void old_starts(void) {}
static void old_ends(void) {}
static void ranked(void) {}
static void inherits(void) {}
static void inside(void) {}
static void both(void) {}
static void elsewhere(void) {}
static void around(void) {}
void others(void);
#define START __attribute__((section(".init_array"), used))
START static hook *start = starts;
START static hook *far = others;
__attribute__((section(".fini_array"), used)) static hook *end = ends;
__attribute__((section(".preinit_array"), used)) static hook *table[] = {first, both};
__attribute__((section(".ctors"), used)) static struct { hook *f; } record = {old_starts};
__attribute__((section(".dtors"), used)) static hook *old[] = {old_ends, both};
__attribute__((section(".init_array.00100"), used)) static void *rank = (void *)ranked;
extern hook *later __attribute__((section(".init_array")));
hook *later = inherits;
__attribute__((section("mine"), used)) static hook *mine = elsewhere;
void function(void)
{
    START static hook *local = inside;
    hook *pointer = around;
    pointer();
}
static void assembled(void) {}
__asm__(".section .init_array,\"aw\"\n.quad assembled\n.text");
