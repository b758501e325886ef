static void strong(void)
{
}
void (*hook)(void) = strong;
