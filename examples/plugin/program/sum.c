/* Does not include sum.h: here `add` is what is left of it for programs that were built long ago.
 */
int sum(const int *numbers, int count)
{
    int total = 0;
    for (int i = 0; i < count; i++) {
        total += numbers[i];
    }
    return total;
}

__attribute__((unavailable("use sum"))) int add(int a, int b)
{
    return sum((int[]){a, b}, 2);
}

int add3(int a, int b, int c)
{
    return sum((int[]){a, b, c}, 3);
}
