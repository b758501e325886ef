/* packages: yaml-0.1; libraries: libyaml-0.so.2 */
#include <yaml.h>
