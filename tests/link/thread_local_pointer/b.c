_Thread_local void (*current)(void);
void use(void (*fn)(void))
{
    current = fn;
}
