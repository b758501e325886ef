void outside_call(void (*fn)(void))
{
    fn();
}
