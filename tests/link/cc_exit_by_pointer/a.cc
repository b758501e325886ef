// What is to run at the end is handed by pointer to the functions that compilers call with the
// destructors of objects, as they do here too.
extern "C" int __cxa_atexit(void (*destroy)(void *), void *object, void *dso);
extern "C" int __cxa_thread_atexit(void (*destroy)(void *), void *object, void *dso);
extern "C" void *__dso_handle;
static void leave()
{
}
static void at_end(void *object)
{
    (*static_cast<void (**)()>(object))();
}
static void at_end_of_thread(void *)
{
}
static void at_end_too(void *)
{
}
static int on_exit(void (*destroy)(void *), void *object)
{
    return __cxa_atexit(destroy, object, &__dso_handle);
}
static int on_thread_exit(void (*destroy)(void *))
{
    return __cxa_thread_atexit(destroy, nullptr, &__dso_handle);
}
struct counted {
    ~counted()
    {
    }
};
static counted by_compiler;
static void (*leaving)() = leave;
int main()
{
    int (*registers)(void (*)(void *), void *, void *) = __cxa_atexit;
    return on_exit(at_end, &leaving) + on_thread_exit(at_end_of_thread) +
           registers(at_end_too, nullptr, &__dso_handle);
}
