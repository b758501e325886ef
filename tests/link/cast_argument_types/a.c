/* A comparison written for its type, given as one of void pointers. */
typedef int (*compare)(const void *, const void *);
struct item {
    int key;
};
static int by_key(const struct item *a, const struct item *b)
{
    return a->key - b->key;
}
static int compare_all(struct item *items, int n, compare cmp)
{
    int r = 0;
    for (int i = 1; i < n; i++) {
        r |= cmp(&items[i - 1], &items[i]);
    }
    return r;
}
int main(void)
{
    struct item items[2] = {{1}, {1}};
    return compare_all(items, 2, (compare)by_key);
}
