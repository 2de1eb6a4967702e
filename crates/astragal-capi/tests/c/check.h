/* Assertions for the C and C++ test programs. */
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                                              \
    do {                                                                              \
        if (!(condition)) {                                                           \
            fprintf(stderr, "%s:%d: check failed: %s (last error: %s)\n", __FILE__, __LINE__, #condition, \
                    astragal_last_error());                                           \
            exit(1);                                                                  \
        }                                                                             \
    } while (0)

#define CHECK_OK(call) CHECK((call) == ASTRAGAL_OK)

#endif
