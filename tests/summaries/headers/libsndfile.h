/* packages: sndfile; libraries: libsndfile.so.1 */
#include <sndfile.h>
