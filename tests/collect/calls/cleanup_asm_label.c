void done(int *p) __asm__("really_done");
int use(void)
{
    int x __attribute__((cleanup(done))) = 1;
    return x;
}
