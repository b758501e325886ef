#pragma once
extern "C" double cosine_of_library(double);
