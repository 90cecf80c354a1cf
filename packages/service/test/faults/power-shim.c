/*
 * A disk whose power can fail, preloaded into a process (LD_PRELOAD). For every file in SHIM_FOLDER it keeps in
 * SHIM_KEPT what the file held at its last fsync or fdatasync: what a disk would still hold after the power failed.
 * Names of files are durable at once.
 *
 * SHIM_FAIL_AT=n  The nth sync fails with EIO. As with Linux, the blocks that were to be written count as clean
 *                 then: a later sync succeeds, and does not make them durable unless they are written again.
 * SHIM_FAIL_NAME=f  Only syncs of the file of this name are counted.
 * SHIM_FULL=file  While that file is there, no file in SHIM_FOLDER can grow (ENOSPC).
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { BLOCK = 4096 };

static int syncs;

/* The name of a file within the folder, or NULL where it is elsewhere. */
static const char *name_in_folder(const char *path) {
  const char *folder = getenv("SHIM_FOLDER");
  size_t above = folder ? strlen(folder) : 0;
  if (!folder || strncmp(path, folder, above) != 0 || path[above] != '/') return NULL;
  return strchr(path + above + 1, '/') ? NULL : path + above + 1;
}

static const char *name_of(int fd, char path[PATH_MAX]) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, PATH_MAX - 1);
  if (length < 0) return NULL;
  path[length] = 0;
  return name_in_folder(path);
}

static void kept_path(char path[PATH_MAX], const char *name, const char *suffix) {
  if (snprintf(path, PATH_MAX, "%s/%s%s", getenv("SHIM_KEPT"), name, suffix) >= PATH_MAX) abort();
}

static int open_kept(const char *name, const char *suffix, int flags) {
  char path[PATH_MAX];
  kept_path(path, name, suffix);
  return open(path, flags, 0600);
}

static ssize_t read_block(int fd, char block[BLOCK], off_t at) {
  ssize_t length = fd < 0 ? 0 : pread(fd, block, BLOCK, at);
  return length < 0 ? 0 : length;
}

/* Copies a file to KEPT/name+suffix. Blocks that a failed sync gave up, and that nobody wrote since, stay old. */
static void keep(const char *path, const char *name, const char *suffix) {
  char now[BLOCK], lost[BLOCK], old[BLOCK], from[PATH_MAX], to[PATH_MAX];
  int source = open(path, O_RDONLY), given_up = open_kept(name, ".lost", O_RDONLY);
  int before = open_kept(name, "", O_RDONLY), copy = open_kept(name, ".new", O_WRONLY | O_CREAT | O_TRUNC);
  ssize_t length;
  for (off_t at = 0; (length = read_block(source, now, at)) > 0; at += length) {
    int is_lost = read_block(given_up, lost, at) >= length && memcmp(now, lost, length) == 0;
    memset(old, 0, BLOCK);
    if (is_lost) read_block(before, old, at);
    if (syscall(SYS_pwrite64, copy, is_lost ? old : now, length, at) != length) abort();
  }
  close(source), close(given_up), close(before), close(copy);
  kept_path(from, name, ".new");
  kept_path(to, name, suffix);
  if (syscall(SYS_rename, from, to) != 0) abort();
}

static int sync_or_fail(int fd, long real) {
  char path[PATH_MAX];
  const char *name = name_of(fd, path), *fail_at = getenv("SHIM_FAIL_AT"), *only = getenv("SHIM_FAIL_NAME");
  if (!name) return syscall(real, fd);
  int counts = fail_at && (!only || strcmp(name, only) == 0);
  int fails = counts && __atomic_add_fetch(&syncs, 1, __ATOMIC_SEQ_CST) == atoi(fail_at);
  keep(path, name, fails ? ".lost" : "");
  if (!fails) return 0;
  errno = EIO;
  return -1;
}

int fsync(int fd) { return sync_or_fail(fd, SYS_fsync); }
int fdatasync(int fd) { return sync_or_fail(fd, SYS_fdatasync); }

/* What is kept of a file goes by its new name, too. */
int rename(const char *from, const char *to) {
  const char *old_name = name_in_folder(from), *new_name = name_in_folder(to);
  char kept_from[PATH_MAX], kept_to[PATH_MAX];
  int failed = syscall(SYS_rename, from, to);
  if (failed || !old_name || !new_name) return failed;
  kept_path(kept_from, old_name, "");
  kept_path(kept_to, new_name, "");
  if (syscall(SYS_rename, kept_from, kept_to) != 0) unlink(kept_to);
  return 0;
}

/* A block that is written again after a failed sync can be synced again: make it differ from what was given up. */
static void written_again(int fd, const char *data, size_t length, off_t at) {
  char path[PATH_MAX];
  const char *name = getenv("SHIM_FAIL_AT") ? name_of(fd, path) : NULL;
  int given_up = name ? open_kept(name, ".lost", O_WRONLY) : -1;
  if (given_up < 0) return;
  for (off_t place = at; place < at + (off_t)length; place = (place / BLOCK + 1) * BLOCK) {
    char other = ~data[place - at];
    if (syscall(SYS_pwrite64, given_up, &other, 1, place) != 1) abort();
  }
  close(given_up);
}

static int has_no_room(int fd, off_t end) {
  const char *full = getenv("SHIM_FULL");
  char path[PATH_MAX];
  struct stat file;
  if (!full || access(full, F_OK) != 0 || !name_of(fd, path) || fstat(fd, &file) != 0) return 0;
  return end > file.st_size;
}

ssize_t pwrite64(int fd, const void *data, size_t length, off_t at) {
  if (!has_no_room(fd, at + (off_t)length)) {
    ssize_t written = syscall(SYS_pwrite64, fd, data, length, at);
    if (written > 0) written_again(fd, data, written, at);
    return written;
  }
  errno = ENOSPC;
  return -1;
}

ssize_t pwrite(int fd, const void *data, size_t length, off_t at) { return pwrite64(fd, data, length, at); }
