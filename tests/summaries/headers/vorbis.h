/* packages: vorbis vorbisenc vorbisfile; libraries: libvorbis.so.0 libvorbisenc.so.2 libvorbisfile.so.3 */
#include <vorbis/codec.h>
#include <vorbis/vorbisenc.h>
#include <vorbis/vorbisfile.h>
