int f();
struct Text {
    Text(const char *);
    Text(const Text &);
    ~Text();
};
struct Pair {
    Text first;
    Text second = "none";
    int number;
};
void take(const Pair &);

void designated()
{
    Pair pair = {.first = "a", .number = f()};
    take({.first = "b", .second = "c"});
}
void parenthesised(const Text &text)
{
    Pair pair(text, text);
}
void array()
{
    Text texts[] = {"a", "b"};
}
