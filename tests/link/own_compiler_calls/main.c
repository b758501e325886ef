// Compilers call these by themselves: to copy and compare records, to fill memory, to divide.
typedef unsigned long size_t;
typedef unsigned __int128 number;

struct big {
    char bytes[4096];
};

static struct big global;
static volatile number seven = 7;
static int noted;

static void note(void)
{
    noted++;
}

static void note_division(void)
{
    noted++;
}

void *memcpy(void *to, const void *from, size_t size)
{
    note();
    for (volatile size_t i = 0; i < size; i++) {
        ((volatile char *)to)[i] = ((const char *)from)[i];
    }
    return to;
}

void *memset(void *to, int byte, size_t size)
{
    note();
    for (volatile size_t i = 0; i < size; i++) {
        ((volatile char *)to)[i] = (char)byte;
    }
    return to;
}

number __udivti3(number a, number b)
{
    note_division();
    return 1;
}

// No compiler calls these.
void memorize(void)
{
    noted++;
}

static int memcmp(const void *a, const void *b, size_t size)
{
    memorize();
    return 0;
}

static int copies(void)
{
    struct big local = global;
    struct big empty = {{0}};
    return local.bytes[5] + empty.bytes[6];
}

static number divides(void)
{
    return seven / 3;
}

int main(int argc, char **argv)
{
    copies();
    divides();
    return 0;
}
