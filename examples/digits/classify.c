/* Classifies images with the exported network: no Python, no PyTorch.
 *
 *   classify IMAGES LABELS
 *
 * IMAGES holds 64 float32 a picture, LABELS an int64 each. Prints the classes, one a
 * line, and on stderr how many were right. */
#include "digits.h"
#include "file.h"

int main(int argc, char **argv) {
  if (argc != 3) {
    fprintf(stderr, "usage: %s IMAGES LABELS\n", argv[0]);
    return 2;
  }
  long image_bytes, label_bytes;
  float *images = read_file(argv[1], &image_bytes);
  int64_t *labels = read_file(argv[2], &label_bytes);
  int64_t count = label_bytes / (long)sizeof(int64_t);

  digits *net;
  if (digits_create(NULL, &net)) {
    fprintf(stderr, "digits: %s\n", digits_message(NULL));
    return 1;
  }
  int64_t sizes[] = {count, 1, 8, 8};
  janus_tensor x = janus_tensor_of(images, JANUS_F32, 4, sizes), scores = {0};
  if (digits_run(net, &x, &scores)) {
    fprintf(stderr, "digits: %s\n", digits_message(net));
    return 1;
  }

  int64_t right = 0;
  for (int64_t i = 0; i < count; ++i) {
    const float *row = (const float *)scores.data + 10 * i;
    int best = 0;
    for (int c = 1; c < 10; ++c)
      if (row[c] > row[best])
        best = c;
    printf("%d\n", best);
    right += best == labels[i];
  }
  fprintf(stderr, "%lld of %lld right\n", (long long)right, (long long)count);
  free(scores.data);
  digits_destroy(net);
  free(images);
  free(labels);
  return 0;
}
