/* A library that is all header is defined in one file of the program, and other files call it. */
#define LIBRARY_HERE
#include <library.h>
