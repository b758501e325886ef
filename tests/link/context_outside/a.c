/* A parameter is called as what it is handed; what that calls in turn is none of its values. */
void outside_call(void (*fn)(void));
static void inner(void)
{
}
static void calls(void (*call)(void (*)(void)))
{
    call(inner);
}
int main(void)
{
    calls(outside_call);
    return 0;
}
