// path main;copy;read;[kernel]
// share copy 80 100
// share [kernel] 50 100
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

__attribute__((noinline)) long copy(int from)
{
    static char buffer[1 << 20];
    long sum = 0;
    for (int i = 0; i < 1500; i++) {
        sum += read(from, buffer, sizeof buffer);
    }
    return sum;
}

int main(void)
{
    return copy(open("/dev/zero", O_RDONLY)) != 1500l << 20;
}
