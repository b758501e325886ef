#include <stdlib.h>
#include <string.h>
typedef int (*handler)(const char *);
struct bucket {
    const char *key;
    void *value;
    struct bucket *next;
};
static struct bucket *buckets[4];
static unsigned hash(const char *key)
{
    return (unsigned char)*key % 4;
}
static void put(const char *key, void *value)
{
    struct bucket *b = malloc(sizeof *b);
    *b = (struct bucket){key, value, buckets[hash(key)]};
    buckets[hash(key)] = b;
}
static void *get(const char *key)
{
    for (struct bucket *b = buckets[hash(key)]; b; b = b->next) {
        if (strcmp(b->key, key) == 0) {
            return b->value;
        }
    }
    return NULL;
}
static int get_page(const char *path)
{
    return 0;
}
static int post_page(const char *path)
{
    return 0;
}
int main(void)
{
    put("GET", get_page);
    put("POST", post_page);
    handler h = get("POST");
    return h ? h("/") : 1;
}
