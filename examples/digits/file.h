/* Reads a file whole; ends the program with a message if it cannot. */
#include <stdio.h>
#include <stdlib.h>

static void *read_file(const char *path, long *bytes) {
  FILE *file = fopen(path, "rb");
  if (!file) {
    perror(path);
    exit(1);
  }
  fseek(file, 0, SEEK_END);
  *bytes = ftell(file);
  rewind(file);
  void *data = malloc(*bytes ? *bytes : 1);
  if (!data || fread(data, 1, *bytes, file) != (size_t)*bytes) {
    fprintf(stderr, "%s: cannot be read\n", path);
    exit(1);
  }
  fclose(file);
  return data;
}
