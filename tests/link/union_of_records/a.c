/* Records with names are members of a union, the address of which nobody takes. */
struct stored {
    int tag;
    void (*put)(void);
};
struct read {
    int tag;
    void (*get)(void);
    int more;
};
union both {
    struct stored stored;
    struct read read;
};
static void put(void)
{
}
int main(void)
{
    union both both;
    both.stored.put = put;
    both.read.get();
    return 0;
}
