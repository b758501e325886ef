/* An integer is as wide as a pointer of the target, not of the compiler. */
typedef __UINTPTR_TYPE__ number;
static void target(void) {}
static number kept;
void keep(void) { kept = (number)target; }
void *give(void) { return (void *)kept; }
