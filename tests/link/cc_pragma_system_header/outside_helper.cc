#include "helper.h"

int named();

int helper() { return named(); }
