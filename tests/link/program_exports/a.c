/* A program: its functions that are not static are called by nobody else. */
void call(void (*f)(void));
static void own(void)
{
}
int main(void)
{
    call(own);
    return 0;
}
