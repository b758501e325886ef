#include <stddef.h>
void on_full(void (*handler)(void));
void *make(size_t size);
void *remake(void *old, size_t size);
void *make_many(size_t count, size_t size);
