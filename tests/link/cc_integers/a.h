/* Functions that are numbers for a while. */
typedef void (*fn)();
struct handle {
    unsigned long number;
    void *pointer;
    long numbers[2];
};
extern handle one;
extern const handle many[];
void run();
