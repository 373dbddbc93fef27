//===- Kept.cpp - what eager keeps for the backward pass ------------------===//
//
// Each line is for the functions that keep alike. Its words are the operands
// that are kept, by number, and `r`, the result (`r1` its second part):
//
//   0/1    operand 0, if operand 1 requires grad (`0/1|2`: or operand 2)
//   r?1    the result, if operand 1 is a tensor
//   r!     the result, where it was written in place
//   ~      what follows is kept at most: a copy of it may be, or it depends on more
//   ;      what follows is for calls whose result has several parts
//
// Views keep nothing; of functions that are not named, all may be kept.
//
//===----------------------------------------------------------------------===//

#include "janus/Library/Kept.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace janus;
using namespace janus::library;
using namespace llvm;

namespace {
struct Line {
  StringLiteral kept, functions;
};
} // namespace

// `F.` stands for torch.nn.functional, any other name for torch's own.
static constexpr Line kTable[] = {
    {"", "add sub rsub Tensor.__rtruediv__ ceil floor trunc neg sign round positive deg2rad rad2deg frac nan_to_num "
         "sum mean cumsum cat stack hstack vstack dstack column_stack clone flip fliplr flipud roll rot90 tile "
         "Tensor.repeat Tensor.tile repeat_interleave tril triu diag diag_embed diagflat trace kron constant_pad_nd "
         "select_scatter slice_scatter diagonal_scatter block_diag cartesian_prod pixel_shuffle pixel_unshuffle "
         "channel_shuffle F.tanhshrink F.l1_loss F.dropout F.dropout1d F.dropout2d F.dropout3d Tensor.copy_ "
         "Tensor.zero_ Tensor.fill_ Tensor.to Tensor.half Tensor.bfloat16 Tensor.float Tensor.double Tensor.type "
         "Tensor.type_as as_tensor"},
    {"0",
     "log log1p log2 log10 sin cos atan asin acos atanh asinh acosh sinh cosh erf erfc erfinv lgamma digamma i0 "
     "sinc logit abs angle square Tensor.__pow__ var var_mean where threshold hardshrink F.silu F.hardtanh F.relu6 "
     "F.hardsigmoid F.hardswish F.mish F.gelu F.softplus F.logsigmoid F.softshrink F.glu F.embedding F.avg_pool1d "
     "F.avg_pool2d F.avg_pool3d F.adaptive_avg_pool1d F.adaptive_avg_pool2d F.adaptive_avg_pool3d"},
    {"0 r!", "F.leaky_relu F.elu F.selu F.celu"},
    {"r", "exp exp2 expm1 sqrt rsqrt reciprocal tan tanh sigmoid relu softmax log_softmax F.softmin special.ndtri"},
    {"0 r", "prod amax amin logsumexp std norm linalg.vector_norm cumprod logcumsumexp sgn Tensor.__rpow__"},
    {"0 1 r?1", "pow"},
    {"0 r ; r1", "max min median"},
    {"r1", "sort topk kthvalue"},
    {"0 ; 0 r1", "F.max_pool1d F.max_pool2d F.max_pool3d F.adaptive_max_pool1d F.adaptive_max_pool2d "
                 "F.adaptive_max_pool3d cummax cummin"},
    {"0/1 1/0", "mul"},
    {"0/1 1", "div"},
    {"~ 0/1 1", "F.kl_div"},
    {"0/1 1/1", "remainder fmod"},
    {"0/0 1/1 r", "hypot"},
    {"0 1", "maximum minimum fmax fmin atan2 logaddexp logaddexp2 xlogy special.xlog1py F.prelu F.mse_loss "
            "F.smooth_l1_loss F.huber_loss masked_select conv1d conv2d conv3d conv_transpose1d conv_transpose2d "
            "conv_transpose3d"},
    {"0 1 2", "clamp F.nll_loss F.binary_cross_entropy"},
    {"0 1 2 6", "F.binary_cross_entropy_with_logits"},
    {"1 2", "F.cross_entropy"},
    {"1", "masked_fill Tensor.__getitem__ Tensor.__setitem__ index_put"},
    {"1/2 2/1", "addcmul"},
    {"1/2 2", "addcdiv"},
    {"0/2 1/2 2", "lerp"},
    {"2", "index_select scatter index_fill"},
    {"0 2", "gather F.group_norm"},
    {"2/3", "scatter_add"},
    {"2/3 3/3", "index_add"},
    {"0 2 3", "F.layer_norm"},
    {"0 1 2 3", "F.batch_norm"},
    {"~ 0/1 1/0", "matmul mm bmm mv dot outer F.linear inner tensordot vdot linalg.vecdot cross linalg.cross"},
    {"~ 1/2 2/1", "addmm baddbmm addmv addr addbmm"},
};

/// The name in the table's own words, in full.
static std::string fullName(StringRef name) {
  return name.consume_front("F.") ? ("torch.nn.functional." + name).str() : ("torch." + name).str();
}

static const StringMap<StringRef> &keptTable() {
  static const StringMap<StringRef> table = [] {
    StringMap<StringRef> made;
    for (const Line &line : kTable)
      for (StringRef name : llvm::split(line.functions, ' '))
        made[fullName(name)] = line.kept;
    return made;
  }();
  return table;
}

// Its running statistics, which ATen's kernel writes.
bool library::writesUnseen(const Function &function) { return function.name == "torch.nn.functional.batch_norm"; }

std::vector<StringRef> library::namesInKeptTable() {
  return std::vector<StringRef>(keptTable().keys().begin(), keptTable().keys().end());
}

/// Where the parameter `index` of the entry that `function` stands for is among its own; nullopt: it is not.
static std::optional<unsigned> findParameter(const Function &function, const Function &base, unsigned index) {
  auto normal = [](StringRef name) { return name == "self" ? StringRef("input") : name; };
  if (index >= base.parameters.size())
    return std::nullopt;
  for (auto [position, parameter] : llvm::enumerate(function.parameters))
    if (normal(parameter.name) == normal(base.parameters[index].name))
      return unsigned(position);
  return std::nullopt;
}

/// Reads the number at the front of a word.
static unsigned takeNumber(StringRef &word) {
  unsigned number = 0;
  word.consumeInteger(10, number);
  return number;
}

/// Adds what one word of a line says.
static void readWord(StringRef word, const Function &function, const Function &base, bool isInplace, Kept &kept) {
  if (word == "~") {
    kept.isExact = false;
    return;
  }
  KeptTensor tensor;
  tensor.isResult = word.consume_front("r");
  tensor.index = takeNumber(word);
  if (!tensor.isResult) {
    std::optional<unsigned> own = findParameter(function, base, tensor.index);
    if (!own)
      return;
    tensor.index = *own;
  }
  if (word.consume_front("!") && !isInplace)
    return;
  if (word.consume_front("/"))
    do {
      if (std::optional<unsigned> own = findParameter(function, base, takeNumber(word)))
        tensor.ifGrad.push_back(*own);
      else
        return;
    } while (word.consume_front("|"));
  if (word.consume_front("?") && !(tensor.ifTensor = findParameter(function, base, takeNumber(word))))
    return;
  kept.tensors.push_back(std::move(tensor));
}

Kept library::getKept(const Function &function, bool hasParts, bool isInplace) {
  Kept kept;
  const Function *base = function.aliasOf.empty() ? &function : lookup(function.context, function.aliasOf);
  auto found = keptTable().find(base->name);
  if (found == keptTable().end()) {
    if (function.isView)
      return kept;
    for (unsigned i = 0; i < function.parameters.size(); ++i)
      kept.tensors.push_back({false, i, {}, {}});
    for (unsigned part = 0; part < 3; ++part)
      kept.tensors.push_back({true, part, {}, {}});
    return kept;
  }
  auto [forOne, forParts] = found->second.split(" ; ");
  kept.isExact = true;
  for (StringRef word : llvm::split(hasParts && !forParts.empty() ? forParts : forOne, ' '))
    if (!word.empty())
      readWord(word, function, *base, isInplace, kept);
  return kept;
}
