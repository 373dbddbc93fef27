/* Trains the network from C with the exported training step.
 *
 *   train IMAGES LABELS BATCH
 *
 * Goes once through the images in their order and prints each step's loss. */
#include "digits_train.h"
#include "file.h"

int main(int argc, char **argv) {
  if (argc != 4) {
    fprintf(stderr, "usage: %s IMAGES LABELS BATCH\n", argv[0]);
    return 2;
  }
  long image_bytes, label_bytes;
  float *images = read_file(argv[1], &image_bytes);
  int64_t *labels = read_file(argv[2], &label_bytes);
  int64_t count = label_bytes / (long)sizeof(int64_t), batch = atoll(argv[3]);
  if (batch < 1) {
    fprintf(stderr, "train: BATCH must be at least 1\n");
    return 2;
  }

  digits_train *step;
  if (digits_train_create(NULL, &step)) {
    fprintf(stderr, "digits_train: %s\n", digits_train_message(NULL));
    return 1;
  }
  for (int64_t begin = 0; begin < count; begin += batch) {
    int64_t n = count - begin < batch ? count - begin : batch;
    int64_t image_sizes[] = {n, 1, 8, 8}, label_sizes[] = {n};
    janus_tensor x = janus_tensor_of(images + 64 * begin, JANUS_F32, 4, image_sizes);
    janus_tensor y = janus_tensor_of(labels + begin, JANUS_I64, 1, label_sizes);
    float value;
    janus_tensor loss = janus_tensor_of(&value, JANUS_F32, 0, NULL);
    if (digits_train_step(step, &x, &y, &loss)) {
      fprintf(stderr, "digits_train: %s\n", digits_train_message(step));
      return 1;
    }
    printf("%.9g\n", value);
  }
  digits_train_destroy(step);
  free(images);
  free(labels);
  return 0;
}
