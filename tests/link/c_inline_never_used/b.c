#include "library.h"

int once(void) { return 1; }
