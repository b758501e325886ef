/* As CMake makes them: the pragma silences warnings. What this includes is the program's, but for
   what is in a directory of system headers. */
#pragma GCC system_header
#include "shape.h"
#include <library.h>
