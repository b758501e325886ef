#include <initializer_list>

struct Text {
    Text(const char *);
    ~Text();
};
struct List {
    List(std::initializer_list<Text>);
    ~List();
};
int sum(std::initializer_list<int> numbers)
{
    int total = 0;
    for (int number : numbers) {
        total += number;
    }
    return total;
}

int use()
{
    List list{"a", "b"};
    return sum({1, 2, 3});
}
