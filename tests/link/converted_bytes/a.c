#include <iconv.h>
/* Bytes that mean the same in both character sets stay as they are. */
static void first(void)
{
}
int main(void)
{
    iconv_t conversion = iconv_open("LATIN1", "LATIN1");
    void (*from)(void) = first, (*to)(void);
    char *in = (char *)&from, *out = (char *)&to;
    size_t left = sizeof from, room = sizeof to;
    if (iconv(conversion, &in, &left, &out, &room) == (size_t)-1) {
        return 1;
    }
    to();
    return iconv_close(conversion);
}
