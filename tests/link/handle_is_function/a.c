/* Functions are kept as handles, which are pointers to records, and become functions again. */
#include <pthread.h>
typedef int (*fn)(void);
typedef struct handle_of *handle;
struct known { struct known *next; void *data; };
struct holder { long before; struct known *kept; };
union either { struct known *record; fn function; };
static handle kept;
static struct holder holder;
static int one(void) { return 1; }
static int two(void) { return 2; }
static int three(void) { return 3; }
static int four(void) { return 4; }
static int five(void) { return 5; }
static int never(void) { return 6; }
static void keep(handle h) { kept = h; }
static int call(struct known *h) { return ((fn)h)(); }
static void *thread(void *argument)
{
    struct known *h = argument;
    ((fn)h)();
    return 0;
}
int main(int argc, char **argv)
{
    pthread_t id;
    union either either;
    keep((handle)one);
    holder.kept = (void *)two;
    pthread_create(&id, 0, thread, (void *)four);
    pthread_join(id, 0);
    either.function = five;
    return ((fn)kept)() + ((fn)holder.kept)() + call((struct known *)three) +
           ((fn)(void *)either.record)() - 11 + (argc > 9 ? never() : 0);
}
