/* packages: sm ice; libraries: libSM.so.6 libICE.so.6 */
#include <X11/SM/SMlib.h>
#include <X11/ICE/ICElib.h>
#include <X11/ICE/ICEutil.h>
