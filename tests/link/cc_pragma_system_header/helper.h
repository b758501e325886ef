#pragma once
#pragma GCC system_header

int helper();
