/* packages: sdl2; libraries: libSDL2-2.0.so.0 */
#include <SDL.h>
