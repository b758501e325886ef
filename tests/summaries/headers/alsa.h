/* packages: alsa; libraries: libasound.so.2 */
#include <alsa/asoundlib.h>
