/* A pointer that becomes an integer goes to `i`, unless the integer is only looked at, or becomes that pointer
 * again. A number that cannot be a pointer is not written as one. */
#include <stddef.h>
#include <stdint.h>

struct list {
    struct list *next;
};
struct item {
    int number;
    void (*run)(void);
    struct list member;
};
#define DISTANCE(type, member) ((size_t) & ((type *)0)->member)

/* Looked at */
int equal(void *p, void *q) { return (uintptr_t)p == (uintptr_t)q; }
int is_aligned(void *p) { return ((uintptr_t)p & (64 - 1)) == 0; }
int mark_of(void *p) { return (uintptr_t)p & 3; }
int hash(void *p, unsigned buckets) { return ((uintptr_t)p >> 4) % buckets; }
int is_marked(void *p) { return (uintptr_t)p & 1 ? 2 : 3; }
int some(void *p, void *q) { return !((uintptr_t)p | (uintptr_t)q); }
void unused(void *p) { (uintptr_t)p; }
int level(void *p) { return (int)(uintptr_t)p; }
int also_level(void *p) { return ((uintptr_t)p); }
int bit(uintptr_t *map, int n) { return !!(map[n / 64] & 1UL << (n % 64)); }
void step(uintptr_t *count) { ++*count; }

/* A distance is no address. */
size_t distance(void) { return DISTANCE(struct item, member); }
void call(struct list *l) { ((struct item *)((char *)l - DISTANCE(struct item, member)))->run(); }

/* The pointer again */
void *unmarked(void *p) { return (void *)((uintptr_t)p & ~(uintptr_t)7); }
void *marked(void *p) { return (void *)((uintptr_t)p | 1); }
struct item *unmarked_item(struct item *p) { return (struct item *)((uintptr_t)p - 1); }

/* No pointers */
void set_bit(uintptr_t *map, int n) { map[n / 64] |= 1UL << (n % 64); }
void set_number(uintptr_t *map, int n) { map[0] = (n + 1) * sizeof(int); }

/* Kept */
uintptr_t number_of(void *p) { return (uintptr_t)p; }
unsigned char byte_of(void *p) { return (uintptr_t)p >> 8 & 0xff; }
unsigned high_of(void *p) { return (uintptr_t)p >> 32; }
unsigned digit_of(void *p) { return (uintptr_t)p % 256; }
void *sum(void *p, long n) { return (void *)((uintptr_t)p + n); }
void halves(uintptr_t *to, unsigned high, unsigned low) { to[0] = (uintptr_t)high << 32 | low; }
uintptr_t stepped(uintptr_t *count) { return ++*count; }
uintptr_t last(void *p) { return ({ (uintptr_t)p; }); }
