/* packages: ruby-3.1; libraries: libruby-3.1.so.3.1 */
#include <ruby.h>
