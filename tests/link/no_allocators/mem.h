#include <stddef.h>
void *cached(size_t size);
void *listed(size_t size);
void *latest(void);
void *kept(size_t size);
void *copied(const void *from, size_t size);
void *filled(size_t size, void (*handler)(void));
void *replaced(size_t size, void *(*replace)(void *));
void *out(size_t size, void **to);
void *tracked(size_t size);
void *logged(size_t size);
void *top(size_t size);
