#include "library.h"

int once() { return 1; }
