// The number of elements of an array, which is stored before them, is no address.
static int one() { return 1; }
static int two() { return 2; }
struct element {
    int (*f)();
    element() : f(one) {}
    ~element() {}
};
static long kept = (long)two;
int main(int argc, char **)
{
    element *list = new element[argc];
    int (*g)() = (int (*)())kept;
    int sum = list[0].f() + g();
    delete[] list;
    return sum - 3;
}
