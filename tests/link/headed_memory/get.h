#include <stddef.h>

typedef void function(void);

void *get_sized(long size);
void *grow_sized(void *memory, long size);
void give_sized(void *memory);
void *get_next(long size);
void *get_sum(long size);
void *get_element(long size);
void *get_largest(int count, ...);
