void call(void (*f)(void))
{
    f();
}
void not_called(void (*f)(void))
{
    f();
}
