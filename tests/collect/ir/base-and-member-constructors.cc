struct Base {
    Base();
    Base(int);
};
struct Member {
    Member();
    Member(int);
};
struct Implicit : Base {
    Member member;
};
struct Defaulted : Base {
    Defaulted() = default;
    Member member;
};
struct Outside : Base {
    Outside();
    Member member;
};
Outside::Outside() = default;
struct User : Base {
    User() : Base(1), second(2)
    {
    }
    Member first;
    Member second;
};

void use()
{
    Implicit implicit;
    Defaulted defaulted;
    User user;
}
