void visit(int n, void (*visitor)(int, void *), void *data);
static void sum(int x, void *data)
{
    *(int *)data += x;
}
static void count(int x, void *data)
{
    ++*(int *)data;
}
int main(void)
{
    int total = 0;
    visit(3, sum, &total);
    visit(3, count, &total);
    return total - 6;
}
