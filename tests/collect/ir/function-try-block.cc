struct Member {
    Member(int);
    ~Member();
};
struct Base {
    Base();
    ~Base();
};
int f();
void report(int);

struct Thing : Base {
    Thing(int n)
    try : member(f()) {
        report(n);
    } catch (int error) {
        report(error);
    }
    ~Thing()
    try {
        f();
    } catch (...) {
        report(2);
    }
    Member member;
};
int plain()
try {
    return f();
} catch (...) {
    report(3);
    return 0;
}
void use()
{
    Thing thing(1);
}
