/* Functions of all sorts are written to a record of the system by their distance in it. The library
 * calls those of the types that the record declares, here of both members of a union, and those
 * that were converted to one of these; that it may call others is said of the call. What it gets as
 * an argument it calls by the type of its parameter. What it passes reaches functions of other
 * types, too. */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

struct object {
    int value;
};
static int seen;
static void on_signal(int number)
{
    seen |= 1;
}
static void on_signal_with(int number, siginfo_t *info, void *context)
{
    seen |= 2;
}
static long of_object(struct object *o, long length)
{
    return o->value + length;
}
static struct object *makes(struct object *o)
{
    return o;
}
static void *thread(void *given)
{
    seen |= 4;
    return given;
}
static int compare(const void *a, const void *b)
{
    return 0;
}
static int compare_objects(struct object *a, struct object *b)
{
    seen |= 8;
    return a->value - b->value;
}
static void through(void)
{
    seen |= 16;
}
static void (*table[2])(void) = {through, through};
static int of_another_type(void (**functions)(void))
{
    functions[1]();
    return 0;
}
static void *kept[8];
static void keep(int i, void *function)
{
    kept[i] = function;
}
static void install(struct sigaction *action, unsigned long distance, int i)
{
    *(void **)((char *)action + distance) = kept[i];
}
static void act(int i, int flags)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_flags = flags;
    install(&action, 0, i);
    sigaction(SIGUSR1, &action, NULL);
    raise(SIGUSR1);
}
typedef int (*comparison)(const void *, const void *);
int main(void)
{
    struct object objects[2] = {{2}, {1}};
    pthread_t id;
    keep(0, (void *)on_signal);
    keep(1, (void *)on_signal_with);
    keep(2, (void *)of_object);
    keep(3, (void *)makes);
    keep(4, (void *)compare);
    keep(5, (void *)compare_objects);
    keep(6, (void *)thread);
    keep(7, (void *)of_another_type);
    act(0, 0);
    act(1, SA_SIGINFO);
    pthread_create(&id, NULL, (void *(*)(void *))kept[6], NULL);
    pthread_join(id, NULL);
    pthread_create(&id, NULL, (void *(*)(void *))kept[7], table);
    pthread_join(id, NULL);
    qsort(objects, 2, sizeof *objects, (comparison)kept[5]);
    return seen != 31;
}
