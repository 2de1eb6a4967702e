/* Replacement for ProcessPrng, which Windows has in bcryptprimitives.dll but Wine 8 lacks. */
#include <stddef.h>
__declspec(dllimport) unsigned char SystemFunction036(void *memory, unsigned long bytes);
__declspec(dllexport) int ProcessPrng(unsigned char *memory, size_t bytes);
int ProcessPrng(unsigned char *memory, size_t bytes) {
    return SystemFunction036(memory, (unsigned long)bytes);
}
