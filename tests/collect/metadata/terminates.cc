// What the compiler adds to end the program is no call in the loop it is added to.
void h();
namespace std {
[[noreturn]] void terminate() noexcept;
}

void silent(int n) noexcept // h 100, and no terminate
{
    while (n--)
        h();
}

void loud(int n) // written: 100
{
    while (n--)
        std::terminate();
}
