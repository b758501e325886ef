/* The library. */
void undescribed_keep(void *data)
{
    (void)data;
}
