// Destructors of a thread that the program registers by itself, with the function of the C library
// that the C++ runtime uses for that.
extern "C" int __cxa_thread_atexit_impl(void (*destroy)(void *), void *object, void *dso);
extern "C" void *__dso_handle;
static void leave(int *object)
{
    *object = 1;
}
static void destroy(void *object)
{
    leave(static_cast<int *>(object));
}
static int object;
int main()
{
    return __cxa_thread_atexit_impl(destroy, &object, &__dso_handle);
}
