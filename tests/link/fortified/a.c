#include <fcntl.h>
#include <stdlib.h>
#include <sys/select.h>
static void last(void)
{
}
static int watch(int fd)
{
    fd_set set;
    FD_ZERO(&set);
    FD_SET(fd, &set);
    return open("/nowhere", fd ? O_RDONLY : O_WRONLY);
}
int main(int argc, char **argv)
{
    (void)argv;
    atexit(last);
    return watch(argc) > 100;
}
