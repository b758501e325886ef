// Compilers call functions of the C library in place of those that the source calls. Here the program defines
// them.
#include <stdio.h>
#include <string.h>

static int written;

static void note(void)
{
    written++;
}

static void note_more(void)
{
    written += 2;
}

static void note_copy(void)
{
    written += 3;
}

int puts(const char *text)
{
    note();
    return text[0];
}

int putchar(int c)
{
    note();
    return c;
}

size_t fwrite(const void *bytes, size_t size, size_t count, FILE *file)
{
    note_more();
    return count;
}

int fputc(int c, FILE *file)
{
    note_more();
    return c;
}

char *strcpy(char *to, const char *from)
{
    note_copy();
    *to = *from;
    return to;
}

double floor(double x);
double fabs(double x);

static void note_whole(void)
{
    written += 4;
}

double trunc(double x)
{
    note_whole();
    return x;
}

static double rounds(double x)
{
    return floor(fabs(x));
}

static void prints(void)
{
    printf("text\n");
    printf("%c", written);
}

static void prints_to_file(void)
{
    fprintf(stderr, "text");
    fputs("t", stderr);
}

static void makes(char *to)
{
    sprintf(to, "%s", "text");
}

static void does_not(void)
{
    remove("");
}

int main(int argc, char **argv)
{
    char text[8];
    prints();
    prints_to_file();
    makes(text);
    does_not();
    return rounds(argc) < 0;
}
