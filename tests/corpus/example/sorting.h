void sort(int *items, unsigned long count);
