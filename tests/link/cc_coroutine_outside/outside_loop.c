static void *kept;
static void (*call)(void *);

void outside_keep(void *frame, void (*resume)(void *))
{
    kept = frame;
    call = resume;
}

void outside_run(void)
{
    call(kept);
}

void *outside_last(void)
{
    return kept;
}
