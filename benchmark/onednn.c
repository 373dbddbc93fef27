/* Products and convolutions of oneDNN for the benchmarks, on memory of its own, which is filled with small numbers.
 * Plain layouts (rows for a product, channels first for a convolution) or those that the library likes best ("own"). */
#include <oneapi/dnnl/dnnl.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  dnnl_primitive_t primitive;
  dnnl_exec_arg_t arguments[3];
  char name[64];
} kernel;

static dnnl_engine_t engine;
static dnnl_stream_t stream;

static int start(void) {
  return engine ||
         (!dnnl_engine_create(&engine, dnnl_cpu, 0) && !dnnl_stream_create(&stream, engine, dnnl_stream_default_flags));
}

static dnnl_memory_desc_t describe(int rank, const dnnl_dim_t *sizes, dnnl_format_tag_t tag) {
  dnnl_memory_desc_t description = NULL;
  dnnl_memory_desc_create_with_tag(&description, rank, sizes, dnnl_f32, tag);
  return description;
}

static dnnl_exec_arg_t argument(const_dnnl_primitive_desc_t primitive, dnnl_query_t what, int role) {
  const_dnnl_memory_desc_t description = dnnl_primitive_desc_query_md(primitive, what, 0);
  dnnl_exec_arg_t result = {role, NULL};
  size_t bytes = dnnl_memory_desc_get_size(description);
  float *data = aligned_alloc(64, (bytes + 63) / 64 * 64);
  for (size_t i = 0; i < bytes / 4; ++i)
    data[i] = (float)(i % 17) * 0.01f;
  dnnl_memory_create(&result.memory, description, engine, data);
  return result;
}

static kernel *finish(dnnl_primitive_desc_t description, const dnnl_query_t what[3], const int roles[3]) {
  kernel *result = calloc(1, sizeof *result);
  const char *name = "";
  dnnl_primitive_desc_query(description, dnnl_query_impl_info_str, 0, &name);
  strncpy(result->name, name, sizeof result->name - 1);
  for (int i = 0; i < 3; ++i)
    result->arguments[i] = argument(description, what[i], roles[i]);
  dnnl_primitive_create(&result->primitive, description);
  return result;
}

/* C = A * B, `own`: B in the library's layout. NULL when the library cannot. */
kernel *product(long m, long n, long k, int own) {
  dnnl_dims_t a = {m, k}, b = {k, n}, c = {m, n};
  dnnl_primitive_desc_t description;
  if (!start() || dnnl_matmul_primitive_desc_create(&description, engine, describe(2, a, dnnl_ab),
                                                    describe(2, b, own ? dnnl_format_tag_any : dnnl_ab), NULL,
                                                    describe(2, c, dnnl_ab), NULL))
    return NULL;
  return finish(description, (dnnl_query_t[]){dnnl_query_src_md, dnnl_query_weights_md, dnnl_query_dst_md},
                (int[]){DNNL_ARG_SRC, DNNL_ARG_WEIGHTS, DNNL_ARG_DST});
}

/* Direction 0: forward, 1: by the input, 2: by the weight. Layout 0: own, 1: channels first, 2: channels last. */
kernel *convolution(int direction, int layout, long n, long ic, long h, long w, long oc, long kernel_size, long stride,
                    long padding, long groups) {
  const dnnl_format_tag_t tags[] = {dnnl_format_tag_any, dnnl_nchw, dnnl_nhwc};
  long oh = (h + 2 * padding - kernel_size) / stride + 1, ow = (w + 2 * padding - kernel_size) / stride + 1;
  dnnl_dims_t x = {n, ic, h, w}, y = {n, oc, oh, ow}, steps = {stride, stride}, pads = {padding, padding};
  dnnl_dims_t plain = {oc, ic, kernel_size, kernel_size};
  dnnl_dims_t grouped = {groups, oc / groups, ic / groups, kernel_size, kernel_size};
  if (!start())
    return NULL;
  dnnl_memory_desc_t image = describe(4, x, tags[layout]), result = describe(4, y, tags[layout]);
  dnnl_memory_desc_t weight =
      groups > 1 ? describe(5, grouped, dnnl_format_tag_any) : describe(4, plain, dnnl_format_tag_any);
  dnnl_primitive_desc_t forward, description;
  if (dnnl_convolution_forward_primitive_desc_create(
          &forward, engine, direction ? dnnl_forward_training : dnnl_forward_inference, dnnl_convolution_direct, image,
          weight, NULL, result, steps, NULL, pads, pads, NULL))
    return NULL;
  if (direction == 0)
    return finish(forward, (dnnl_query_t[]){dnnl_query_src_md, dnnl_query_weights_md, dnnl_query_dst_md},
                  (int[]){DNNL_ARG_SRC, DNNL_ARG_WEIGHTS, DNNL_ARG_DST});
  if (direction == 1) {
    if (dnnl_convolution_backward_data_primitive_desc_create(&description, engine, dnnl_convolution_direct, image,
                                                             weight, result, steps, NULL, pads, pads, forward, NULL))
      return NULL;
    return finish(description, (dnnl_query_t[]){dnnl_query_diff_src_md, dnnl_query_weights_md, dnnl_query_diff_dst_md},
                  (int[]){DNNL_ARG_DIFF_SRC, DNNL_ARG_WEIGHTS, DNNL_ARG_DIFF_DST});
  }
  if (dnnl_convolution_backward_weights_primitive_desc_create(&description, engine, dnnl_convolution_direct, image,
                                                              weight, NULL, result, steps, NULL, pads, pads, forward,
                                                              NULL))
    return NULL;
  return finish(description, (dnnl_query_t[]){dnnl_query_src_md, dnnl_query_diff_weights_md, dnnl_query_diff_dst_md},
                (int[]){DNNL_ARG_SRC, DNNL_ARG_DIFF_WEIGHTS, DNNL_ARG_DIFF_DST});
}

const char *name(const kernel *k) { return k->name; }

void run(const kernel *k) {
  dnnl_primitive_execute(k->primitive, stream, 3, k->arguments);
  dnnl_stream_wait(stream);
}
