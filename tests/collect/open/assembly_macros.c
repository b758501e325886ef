/* Macros that name what their text names, registers and labels: nothing else is used. */
__asm__(".macro go to\n.Ltry\\@: call \\to\n jne .Ltry\\@\n.endm\n");
__asm__(".pushsection .text\nenter: go named\n.irp n,ax,bx\n push %r\\n\n.endr\n ret\n.popsection");
static void named(void) {}
void other(void) {}
