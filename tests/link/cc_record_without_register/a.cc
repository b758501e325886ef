/* A record with one pointer for which no register is left is handed over as an integer. */
struct handler {
    void (*call)();
};
static int n;
static void red()
{
    n++;
}
static void blue()
{
    n++;
}
static void in_memory(int, int, int, int, int, int, handler h)
{
    h.call();
}
static void integer(int, int, int, int, int, int, unsigned long number)
{
    reinterpret_cast<void (*)()>(number)();
}
int main()
{
    in_memory(1, 2, 3, 4, 5, 6, handler{red});
    integer(1, 2, 3, 4, 5, 6, reinterpret_cast<unsigned long>(blue));
    return n - 2;
}
