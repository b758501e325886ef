/* packages: libarchive; libraries: libarchive.so.13 */
#include <archive.h>
#include <archive_entry.h>
