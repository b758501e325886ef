/* packages: python3-embed; libraries: libpython3.11.so.1.0 */
#include <Python.h>
