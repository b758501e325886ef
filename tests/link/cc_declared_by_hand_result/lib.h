struct Context {
    void (*on_data)(int);
    int n;
};
typedef void (*callback)();
extern "C" {
Context *lib_context();
callback *lib_slot();
int *lib_count();
void lib_run(int);
const char *version();
}
