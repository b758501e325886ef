int call_number(int (*function)(void))
{
    return function();
}
