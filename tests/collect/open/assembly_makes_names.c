/* Names that macros make of parts: any function may be meant. */
__asm__(".pushsection .table,\"a\"\n.irp part,first,second\n .quad handle_\\part\n.endr\n.popsection");
static void handle_first(void) {}
void other(void) {}
