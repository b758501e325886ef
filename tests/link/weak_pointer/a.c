/* A variable that is defined weakly here and for good there. */
__attribute__((weak)) void (*hook)(void);
int main(void)
{
    if (hook) {
        hook();
    }
    return 0;
}
