struct Base {
    ~Base();
};
struct Member {
    ~Member();
};
struct Implicit : Base {
    Member member;
    Member several[2];
};
struct User : Base {
    ~User()
    {
    }
    Member member;
};
struct Defaulted : Base {
    ~Defaulted();
    Member member;
};
Defaulted::~Defaulted() = default;

void destroy(Implicit *implicit, User *user)
{
    implicit->~Implicit();
    delete user;
}
