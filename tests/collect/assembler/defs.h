#define OFFSET 8
