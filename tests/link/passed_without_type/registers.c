static void (*kept)(int, void *);

void registers(void (*function)(int, void *))
{
    kept = function;
}

void keeps(void)
{
    kept(2, 0);
}
