/* Lets the system calls that write fail, on files below a folder, as a failing disk does: preloaded into a process.
 *
 * FAILING_BELOW is the folder, FAILING_STATE a file of what that process may change at any time: see `struct state`.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <unistd.h>

/* How many such calls there were; which is the first to fail (0: none), how many do from there on (0: all), and how. */
struct state {
    long calls, first, most, error;
};

static struct state *state;
static const char *below;

__attribute__((constructor)) static void begin(void)
{
    const char *name = getenv("FAILING_STATE");
    int file = name ? open(name, O_RDWR) : -1;
    void *mapped = file < 0 ? MAP_FAILED : mmap(0, sizeof *state, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (mapped == MAP_FAILED)
        return;
    below = getenv("FAILING_BELOW");
    state = mapped;
}

static int fails(const char *path)
{
    if (!state || !path || strncmp(path, below, strlen(below)))
        return 0;
    long number = ++state->calls;
    if (!state->first || number < state->first || (state->most && number >= state->first + state->most))
        return 0;
    errno = (int)state->error;
    return 1;
}

static int fails_on(int file)
{
    char link[64], path[PATH_MAX];
    if (!state)
        return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0)
        return 0;
    path[length] = 0;
    return fails(path);
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define ON_FILE(type, name, declared, given)                                                                           \
    type name declared                                                                                                 \
    {                                                                                                                  \
        static __typeof__(&name) real;                                                                                 \
        if (!real)                                                                                                     \
            real = REAL(name);                                                                                         \
        return fails_on(file) ? -1 : real given;                                                                       \
    }
#define ON_PATH(name, declared, path, given)                                                                           \
    int name declared                                                                                                  \
    {                                                                                                                  \
        static __typeof__(&name) real;                                                                                 \
        if (!real)                                                                                                     \
            real = REAL(name);                                                                                         \
        return fails(path) ? -1 : real given;                                                                          \
    }
#define OPEN(name)                                                                                                     \
    int name(const char *path, int flags, ...)                                                                         \
    {                                                                                                                  \
        static int (*real)(const char *, int, ...);                                                                    \
        va_list rest;                                                                                                  \
        va_start(rest, flags);                                                                                         \
        mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;                                                      \
        va_end(rest);                                                                                                  \
        if (!real)                                                                                                     \
            real = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, #name);                                           \
        return flags & (O_WRONLY | O_RDWR | O_CREAT) && fails(path) ? -1 : real(path, flags, mode);                    \
    }

ON_FILE(ssize_t, write, (int file, const void *held, size_t size), (file, held, size))
ON_FILE(ssize_t, pwrite, (int file, const void *held, size_t size, off_t at), (file, held, size, at))
ON_FILE(ssize_t, pwrite64, (int file, const void *held, size_t size, off64_t at), (file, held, size, at))
ON_FILE(int, fsync, (int file), (file))
ON_FILE(int, fdatasync, (int file), (file))
ON_FILE(int, ftruncate, (int file, off_t size), (file, size))
ON_FILE(int, ftruncate64, (int file, off64_t size), (file, size))
ON_FILE(int, fallocate, (int file, int mode, off_t at, off_t size), (file, mode, at, size))
ON_PATH(rename, (const char *from, const char *to), from, (from, to))
ON_PATH(unlink, (const char *path), path, (path))
ON_PATH(mkdir, (const char *path, mode_t mode), path, (path, mode))
OPEN(open)
OPEN(open64)
