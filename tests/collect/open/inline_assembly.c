#define HIDDEN "call secret"

int main(void)
{
    __asm__("nop");
    __asm__("1: dec %%eax\n\tjnz 1b" ::: "eax");
    __asm__ volatile("mov $1, %%eax\n\tcall target" ::: "eax");
    __asm__(HIDDEN);
    __asm__("jmp *%0" : : "r"(main));
    return 0;
}
