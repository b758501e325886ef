/* Functions in tables that nothing names: what the processor or the linker's script finds. */
typedef void handler(void);
static void reset(void) {}
static void tick(void) {}
static void retained(void) {}
static void placed(void) {}
static void read_only(void) {}
static void named(void) {}
__attribute__((section(".isr_vector"))) handler *const vectors[] = {reset, tick};
__attribute__((retain)) handler *keeps = retained;
__attribute__((section(".data.fast"))) handler *fast = placed;
__attribute__((section(".rodata"))) handler *const constant = read_only;
handler *plain = read_only;
__attribute__((section(".datapath"))) handler *path = named;
