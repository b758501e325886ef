struct node {
    int kind;
    union {
        void (*leaf)(void);
        int (*branch)(int);
        struct {
            int pad;
            void (*late)(void);
        };
    };
};
static void leaf(void)
{
}
static void late(void)
{
}
int main(void)
{
    struct node a = {.kind = 1, .leaf = leaf};
    struct node b = {.kind = 2, .late = late};
    a.leaf();
    b.late();
    return 0;
}
