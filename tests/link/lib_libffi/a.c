/* A function is called with what its arguments' places hold, and code that is made calls a
 * closure's. */
#include <ffi.h>

static void passed(void)
{
}
static void in_closure(void)
{
}
static void kept(void)
{
}
static void never(void)
{
}
static int take(void (*function)(void))
{
    function();
    return 3;
}
static int not_called(void (*function)(void))
{
    never();
    return 4;
}
static void handle(ffi_cif *interface, void *result, void **arguments, void *data)
{
    ((void (*)(void))data)();
    (*(void (**)(void))arguments[0])();
    *(ffi_arg *)result = 3;
}
int main(void)
{
    ffi_cif interface;
    ffi_type *types[1] = {&ffi_type_pointer};
    void (*function)(void) = passed;
    void *values[1] = {&function}, *code;
    ffi_arg result = 0;
    ffi_prep_cif(&interface, FFI_DEFAULT_ABI, 1, &ffi_type_sint, types);
    ffi_call(&interface, FFI_FN(take), &result, values);
    ffi_closure *closure = ffi_closure_alloc(sizeof *closure, &code);
    ffi_prep_closure_loc(closure, &interface, handle, (void *)kept, code);
    int answer = ((int (*)(void (*)(void)))code)(in_closure);
    ffi_closure_free(closure);
    return result != 3 || answer != 3;
}
