/* Each opens: */
void joined(void) { __asm__("ca" "ll f"); }
void tab(void) { __asm__("	call	f"); }
void comment(void) { __asm__("/* now */ call f"); }
void bound(void) { __asm__("bnd jmp f"); }
void repeated(void) { __asm__("rep; ret"); }
void alternatives(void) { __asm__("mov {%1, %0|%0, %1}; call{q|} f" : : "r"(0), "r"(1)); }
void far(void) { __asm__("lcall *%0" : : "m"(*(char *)0)); }
void pushed(void *p) { __asm__("push %0\n\tret" : : "r"(p)); }
void kernel(void) { __asm__("sysenter"); }
void operand(void *p) { __asm__("jmp *%0" : : "r"(p)); }
void labelled(void) { __asm__(".Lx%=: jne f" :); }
void counter(void *p) { __asm__("nop; mov pc, %0" : : "r"(p)); }
void listed(void) { __asm__("pop {pc}"); }
void data(void) { __asm__(".pushsection .t; .quad f; .popsection"); }
#define BARRIER() do { __asm__ __volatile__("" : : : "memory"); } while (0)
#define JUMP(to) __asm__ volatile("jmp *%0" : : "r"(to))
void in_macro(void *p) { JUMP(p); }
void in_data(void) { __asm__(".section .t,\"a\"; .long 1b - .; .previous; call f"); }
void by_address(void) { __asm__(".section .t,\"a\"; .long f - ."); }
void in_code(void) { __asm__(".section .data; .pushsection .t,\"ax\",@progbits; 1: call f"); }
void bytes(void) { __asm__(".byte 0xe8, 0x0b"); }
void call_in_bytes(void *p) { __asm__(".byte 0x90, 0xff, 0xd0" : : "a"(p)); }
void jump_in_bytes(void) { __asm__(".byte 0xeb\n\t.byte 0x00"); }
void one_of_two(void *p, int n) { if (n) BARRIER(); JUMP(p); BARRIER(); }
/* None of these does: */
void local(void) { __asm__("1: dec %0; jnz 1b; jmp 2f\n2:" : : "r"(1)); }
void bits(int *p) { __asm__("lock; btsl %1, %0\n\tbswap %1; rep stosb" : "+m"(*p) : "r"(1)); }
void to_label(void) { __asm__ goto("jc %l[out]" : : : : out); out:; }
#define FENCE(p) __asm__ __volatile__("lock\n\taddl $0,%0\n" : "+m"(*(p)) : : "cc")
void barrier(int *p) { BARRIER(); FENCE(p); if (*p == '"') BARRIER(); }
void table(int n) { __asm__("1: .byte 0x0f, 0x0b\n.pushsection __t,\"aw\"\n2: .long 1b - .\n"
                            ".long %c0 - 2b, 0x0f | (3 << 4)\n.popsection\n" : : "i"(1)); }
#define PAUSE() __asm__(".byte 0xf3, 0x90")
void pause_in_bytes(int n) { while (n--) PAUSE(); __asm__("1: .byte 0x0f,0x01,0xf9; nop"); }
