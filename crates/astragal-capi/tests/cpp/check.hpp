// Assertions for the C++ test programs.
#ifndef CHECK_HPP
#define CHECK_HPP

#include <cstdio>
#include <cstdlib>
#include <string>

#define CHECK(condition)                                                               \
    do {                                                                               \
        if (!(condition)) {                                                            \
            std::fprintf(stderr, "%s:%d: check failed: %s\n", __FILE__, __LINE__, #condition); \
            std::exit(1);                                                              \
        }                                                                              \
    } while (0)

template <class F>
static std::string thrown(F &&body) {
    try {
        body();
    } catch (const astragal::error &error) {
        CHECK(error.code() < 0);
        return error.what();
    }
    return "no exception";
}

#endif
