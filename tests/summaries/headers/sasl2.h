/* packages: libsasl2; libraries: libsasl2.so.2 */
#include <sasl/sasl.h>
#include <sasl/saslutil.h>
#include <sasl/saslplug.h>
#include <sasl/prop.h>
