/* Copies byte by byte and word by word, distances, and what only looks like a copy. */
void copy_bytes(char *to, const char *from) { *to = *from; }
void copy_words(unsigned long *to, const unsigned long *from) { *to = *from; }
unsigned long distance(char *a, char *b) { return b - a; }
bool aligned(void *p) { return (reinterpret_cast<unsigned long>(p) & 7) == 0; }
struct counter {
    unsigned long count;
    char text[8];
};
void count(counter *c)
{
    c->count++;
    c->text[0] = 1;
}
