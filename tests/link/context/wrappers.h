void pass_on(void (*call)(void));
void again(int times, void (*call)(void));
void sort(int *numbers, int (*compare)(const void *, const void *));
