/* packages: libidn libidn2; libraries: libidn.so.12 libidn2.so.0 */
#include <idna.h>
#include <idn-free.h>
#include <pr29.h>
#include <punycode.h>
#include <stringprep.h>
#include <tld.h>
#include <idn2.h>
