/* No source declares the initialiser of a module, which the loader runs. */
export module named;
int once() { return 1; }
int value = once();
