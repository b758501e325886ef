/* The library. */
void undescribed_run(void (*const *handlers)(void), int count)
{
    for (int i = 0; i < count; i++) {
        handlers[i]();
    }
}
