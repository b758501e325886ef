struct machine {
    int acc = 0;
    void inc()
    {
        acc++;
    }
    void dec()
    {
        acc--;
    }
    void unused()
    {
    }
    void run();
};
static void (machine::*const ops[])() = {&machine::inc, &machine::dec};
void machine::run()
{
    for (auto op : ops) {
        (this->*op)();
    }
}
int main()
{
    machine m;
    m.run();
    return m.acc;
}
