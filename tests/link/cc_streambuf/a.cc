#include <ostream>
#include <streambuf>
struct counter : std::streambuf {
    int n = 0;
    int overflow(int c) override
    {
        n++;
        return c;
    }
};
int main()
{
    counter c;
    std::ostream out(&c);
    out << 'x' << "yz";
    return c.n - 3;
}
