/* The first pointer of a record is copied as bytes, and what it points at is used as another record. */
#include <string.h>

struct hook {
    void (*run)(void);
    int number;
};
struct other {
    void (*called)(void);
    int number;
};
struct holder {
    struct hook *first;
    int count;
};

static void of_hook(void) {}
static void of_other(void) {}

static struct hook hook = {of_hook, 1};
static struct other other = {of_other, 2};
static struct holder holder = {&hook, 1};

static void *first_of(struct holder *from)
{
    void *copy;
    memcpy(&copy, from, sizeof copy);
    return copy;
}

int main(void)
{
    struct other *found = first_of(&holder);
    found->called();
    return other.number - 2;
}
