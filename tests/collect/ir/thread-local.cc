struct Thing {
    Thing(int);
    ~Thing();
    int method();
};
int f();
thread_local Thing global(1);
static thread_local Thing hidden(2);
thread_local int number = f();
thread_local int constant = 3;
extern thread_local Thing elsewhere;
extern thread_local int number_elsewhere;
struct Class {
    static inline thread_local Thing member{4};
};

int use()
{
    return global.method() + hidden.method() + number + constant;
}
int use_elsewhere()
{
    return elsewhere.method() + number_elsewhere + Class::member.method();
}
int local()
{
    thread_local Thing thing(f());
    return thing.method();
}
