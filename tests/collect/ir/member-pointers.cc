struct Thing {
    int plain();
    virtual int method();
    int number;
    int several[2];
};
int choose(bool);

int constant(Thing &thing)
{
    return (thing.*&Thing::plain)() + thing.*&Thing::number;
}
int through_pointer(Thing &thing, int (Thing::*pointer)(), int Thing::*data)
{
    return (thing.*pointer)() + thing.*data;
}
int virtual_pointer(Thing *thing)
{
    int (Thing::*pointer)() = &Thing::method;
    return (thing->*pointer)();
}
int table(Thing &thing, bool second)
{
    static int (Thing::*const methods[])() = {&Thing::plain, &Thing::method};
    return (thing.*methods[choose(second)])();
}
