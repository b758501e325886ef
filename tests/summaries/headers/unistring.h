/* packages: ; libraries: libunistring.so.2 */
#include <stdio.h>
#include <unistr.h>
#include <uniname.h>
#include <unictype.h>
#include <uniwidth.h>
#include <unigbrk.h>
#include <uniwbrk.h>
#include <unilbrk.h>
#include <uninorm.h>
#include <unicase.h>
#include <uniconv.h>
#include <unistdio.h>
#include <unistring/version.h>
