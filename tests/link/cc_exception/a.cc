/* What is thrown carries a function. */
struct failure {
    void (*recover)();
};
static int recovered;
static void recover()
{
    recovered++;
}
static void other()
{
}
static void (*unrelated)() = other;
static void work()
{
    throw failure{recover};
}
int main()
{
    try {
        work();
    } catch (const failure &f) {
        f.recover();
    }
    unrelated();
    return recovered - 1;
}
