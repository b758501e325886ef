void other(void);
__attribute__((no_instrument_function)) void __cyg_profile_func_enter(void *function, void *caller)
{
    other();
}
void f(void)
{
}
