// What g++ only warns about.
void note(char) {}
int run(int number, double factor) {
    register int kept = number;
    char narrowed[] = {number, 'a'};
    struct {
        float value;
    } pair = {factor};
    note(narrowed[0]);
    return kept + (int)pair.value;
}
