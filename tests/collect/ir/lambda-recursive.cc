int f(int);

int direct()
{
    auto factorial = [](this auto self, int n) -> int { return n ? n * self(n - 1) : f(n); };
    return factorial(4);
}
int passed()
{
    auto step = [](auto &self, int n) -> int { return n ? self(self, n - 1) : f(n); };
    return step(step, 4);
}
struct Thing {
    int method(this Thing &self, int n)
    {
        return n ? self.method(n - 1) : f(n);
    }
};
int use(Thing &thing)
{
    return thing.method(3);
}
