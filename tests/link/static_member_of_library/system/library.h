struct library {
    static void (*hook)();
    static void run();
};
