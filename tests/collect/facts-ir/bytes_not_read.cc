// Bytes are counted, and read as nothing else: fields stay apart, unless they are those of a record there. A
// cast to a record of a hierarchy reads no bytes.
typedef void (*function)();
struct base {
    function first;
    function second;
};
struct derived : base {
    function third;
};
char *counted(base *b)
{
    char *at = reinterpret_cast<char *>(b);
    at += 8;
    return at;
}
char *text(char *at)
{
    at += 8;
    return at;
}
derived *within(base *b)
{
    return static_cast<derived *>(b);
}
