#pragma GCC system_header
struct library {
    static void (*hook)();
    static void run();
};
