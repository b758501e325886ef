#include <algorithm>
static bool less(int a, int b)
{
    return a < b;
}
static bool greater(int a, int b)
{
    return a > b;
}
int main(int argc, char **argv)
{
    int numbers[] = {2, 3, 1};
    std::sort(numbers, numbers + 3, argc > 1 ? less : greater);
    return numbers[0] - 3;
}
