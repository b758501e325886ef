// A program that has functions of the C++ runtime itself, but no function with a name of C++.
struct thrown {
    int value;
};
int main()
{
    try {
        throw thrown{0};
    } catch (const thrown &t) {
        return t.value;
    }
}
