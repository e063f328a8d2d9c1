// Catch2 in either of its generations.
#pragma once

#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>  // 3.x
#else
#include <catch2/catch.hpp>  // 2.13
#endif
