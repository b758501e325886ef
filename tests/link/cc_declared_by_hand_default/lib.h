struct Context {
    void (*on_data)(int);
    int n;
};
extern "C" {
Context *lib_context();
Context *lib_member();
Context *lib_argument();
void lib_run(int);
}
