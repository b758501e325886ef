/* packages: opus opusfile opusurl; libraries: libopus.so.0 libopusfile.so.0 libopusurl.so.0 */
#include <opus.h>
#include <opus_multistream.h>
#include <opus_projection.h>
#include <opusfile.h>
