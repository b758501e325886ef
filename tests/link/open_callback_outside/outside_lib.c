static void (*kept)(void *);
static void *kept_data;
void outside_register(void (*fn)(void *), void *data)
{
    kept = fn;
    kept_data = data;
}
void outside_run(void)
{
    kept(kept_data);
}
