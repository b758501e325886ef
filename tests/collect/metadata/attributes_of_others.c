/* Attributes of parameters and types, and what clang adds to functions it knows, are not the
   function's own. */
typedef void ending(void) __attribute__((noreturn));
int printf(const char *, ...);
void *malloc(unsigned long);
void parameter(int x __attribute__((unused)), void (*f)(void) __attribute__((noreturn))) { (void)f; }
ending *getter(void) { return 0; }
void (*deep(int x))(void) __attribute__((pure));
void (*deep(int x))(void) { return x ? getter() : 0; }
void (*ends(void (*f)(void)))(void) __attribute__((noreturn));
void labelled(void) __asm__("label");
int main(void)
{
    printf("%p", malloc(1));
    parameter(1, getter());
    deep(1);
    labelled();
    ends(deep(1));
}
