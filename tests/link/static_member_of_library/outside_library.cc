#include "library.h"
void (*library::hook)();
void library::run() { hook(); }
