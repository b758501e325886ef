typedef void action();
static int n;
static void f()
{
    n++;
}
static void g()
{
    n++;
}
static void call(action &a)
{
    a();
}
struct holder {
    action &a;
    void run()
    {
        a();
    }
};
template <action A> static void call_argument()
{
    A();
}
int main()
{
    call(f);
    holder{g}.run();
    call_argument<f>();
    return n - 3;
}
