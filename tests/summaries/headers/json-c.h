/* packages: json-c; libraries: libjson-c.so.5 */
#include <json.h>
#include <json_visit.h>
#include <json_c_version.h>
