#include <pthread.h>
#include <threads.h>
static pthread_once_t posix = PTHREAD_ONCE_INIT;
static once_flag standard = ONCE_FLAG_INIT;
static void (*hook)(void);
static void init_posix(void)
{
}
static void set_hook(void);
static void init_standard(void)
{
    hook = set_hook;
}
static void set_hook(void)
{
}
int main(void)
{
    pthread_once(&posix, init_posix);
    call_once(&standard, init_standard);
    hook();
    return 0;
}
