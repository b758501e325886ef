/* Records with a head in common are used through the head, which has objects of its own. */
#include <stdlib.h>
#define HEAD                                                                                       \
    int count;                                                                                     \
    void (*destroy)(void *)
struct object {
    HEAD;
};
struct small {
    HEAD;
    int value;
};
struct large {
    HEAD;
    double value;
    void (*move)(int);
};
struct other {
    int count;
    void (*stop)(int);
    long value;
};

static void destroy_object(void *object)
{
    free(object);
}
static void destroy_small(void *small)
{
    free(small);
}
static void destroy_large(void *large)
{
    free(large);
}
static void move(int by)
{
    (void)by;
}
static void stop(int by)
{
    (void)by;
}

static void release(void *pointer)
{
    struct object *object = pointer;
    if (object->count == 0) {
        object->destroy(object);
    }
}

int main(void)
{
    struct small *small = calloc(1, sizeof *small);
    struct large *large = calloc(1, sizeof *large);
    struct object *object = calloc(1, sizeof *object);
    struct other *other = calloc(1, sizeof *other);
    small->destroy = destroy_small;
    large->destroy = destroy_large;
    large->move = move;
    object->destroy = destroy_object;
    other->count = 1;
    other->stop = stop;
    large->move(1);
    other->stop(1);
    release(other);
    release(small);
    release(large);
    release(object);
    free(other);
    return 0;
}
