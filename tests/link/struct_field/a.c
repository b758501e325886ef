struct ops {
    int (*open)(int);
    int (*close)(int);
};
static int open_file(int x)
{
    return x;
}
static int close_file(int x)
{
    return x;
}
static int open_socket(int x)
{
    return x;
}
static int use(struct ops *ops)
{
    return ops->open(0) + ops->close(0);
}
int main(void)
{
    /* Objects are not distinguished, but fields are. */
    struct ops file;
    struct ops socket = {0};
    file.open = open_file;
    file.close = close_file;
    socket.open = open_socket;
    socket.close = close_file;
    return use(&file) + use(&socket);
}
