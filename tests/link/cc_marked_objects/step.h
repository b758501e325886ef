/* Records that other files could have as well. */
struct step {
    void (*run)();
};
