void note();
void *operator new(decltype(sizeof 0) size)
{
    note();
    return nullptr;
}
struct Kept {
    ~Kept()
    {
        note();
    }
};
Kept kept;
void thrower()
{
    throw Kept();
}
