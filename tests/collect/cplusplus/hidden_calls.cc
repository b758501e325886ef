struct Guard {
    Guard();
    ~Guard();
};
int f();

int scope()
{
    Guard guard;
    return f();
}
void dynamic()
{
    delete new int(f());
}
int nothing_hidden()
{
    return f();
}
