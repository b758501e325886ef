// Instances of a template are records of their own, also where all their arguments are alike in
// memory, or far too long.
template <class T> struct box {
    void (*stored)();
};
template <class First, class Second> struct pair {
    First first;
    Second second;
};
template <class T> void open(box<T> *b)
{
    b->stored();
}
static void integer()
{
}
static void text()
{
}
static void inner()
{
}
static void longer()
{
}
typedef pair<pair<pair<long, char>, pair<long, char>>, pair<pair<long, char>, pair<long, char>>> many;
typedef pair<pair<many, many>, pair<many, many>> more;
int main()
{
    box<int> a = {integer};
    box<char *> b = {text};
    box<box<int>> c = {inner};
    box<more> d = {longer};
    open(&a);
    open(&b);
    open(&c);
    open(&d);
    return 0;
}
