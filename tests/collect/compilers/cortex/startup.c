/* Reset and interrupts of a Cortex-M4: the table of vectors is all that calls them. */
#include <stdint.h>
#include <string.h>

extern uint32_t image_data, data_begin, data_end, bss_begin, bss_end, stack_top;
extern void __libc_init_array(void);
int main(void);

volatile uint32_t ticks;

void reset_handler(void)
{
    memcpy(&data_begin, &image_data, (size_t)((char *)&data_end - (char *)&data_begin));
    memset(&bss_begin, 0, (size_t)((char *)&bss_end - (char *)&bss_begin));
    __libc_init_array();
    main();
    for (;;) {
        __asm volatile("wfi");
    }
}

void tick_handler(void)
{
    ticks++;
}

__attribute__((weak)) void fault_handler(void)
{
    for (;;) {
    }
}

__attribute__((section(".vectors"), used)) static void (*const vectors[])(void) = {
    (void (*)(void))(uintptr_t)&stack_top,
    reset_handler,
    fault_handler,
    tick_handler,
};
