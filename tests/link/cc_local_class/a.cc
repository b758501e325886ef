struct task {
    virtual void run() = 0;
};
static int n;
static void execute(task &t)
{
    t.run();
}
void first()
{
    struct local : task {
        void run() override
        {
            n++;
        }
    } l;
    execute(l);
}
void second()
{
    struct local : task {
        void run() override
        {
            n += 2;
        }
    } l;
    execute(l);
}
int main()
{
    first();
    second();
    return n - 3;
}
