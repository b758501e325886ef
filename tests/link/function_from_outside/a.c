/* What code that was not collected gives is a function of the type it has there, or of the one it is
 * converted to; pointers to data that it gives are none. */
typedef void one_fn(int);
typedef int other_fn(char *);
extern one_fn *outside_one(void);
extern void *outside_any(void);
extern char *outside_text(void);
static union {
    one_fn *one;
    char *text;
} place;
static void own(int n)
{
    (void)n;
}
static int other(char *text)
{
    return text != 0;
}
int main(void)
{
    one_fn *one = outside_one();
    other_fn *any = (other_fn *)outside_any();
    one(1);
    any("any");
    place.text = outside_text();
    if (!place.text) {
        place.one = own;
    }
    place.one(2);
    void (*old)() = (void (*)())outside_any();
    old("old");
    any = other;
    return any("other") - 1;
}
