typedef int (*module_init)(void);
void register_module(module_init init);
#define MODULE(name)                                                                               \
    __attribute__((constructor)) static void loader_##name(void)                                   \
    {                                                                                              \
        register_module(init_##name);                                                              \
    }
