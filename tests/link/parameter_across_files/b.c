void visit(int n, void (*visitor)(int, void *), void *data)
{
    for (int i = 0; i < n; i++) {
        visitor(i, data);
    }
}
