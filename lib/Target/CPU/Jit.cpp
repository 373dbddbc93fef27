//===- Jit.cpp - loads objects into this process --------------------------===//

#include "janus/Target/CPU/Jit.h"
#include "janus/Runtime/half.h"
#include "janus/Target/Target.h"
#include "llvm/ExecutionEngine/Orc/AbsoluteSymbols.h"
#include "llvm/ExecutionEngine/Orc/Debugging/ELFDebugObjectPlugin.h"
#include "llvm/ExecutionEngine/Orc/ExecutionUtils.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/ExecutionEngine/Orc/ObjectLinkingLayer.h"
#include "llvm/Support/MemoryBuffer.h"
#include <mutex>
#include <optional>

using namespace janus;
using namespace llvm;

namespace {

/// The functions of all objects that were linked; several may be at once.
struct Functions {
  std::mutex lock;
  std::vector<cpu::Jit::Function> found;
};

/// Notes where functions are once they have their place.
class FunctionFinder : public orc::ObjectLinkingLayer::Plugin {
public:
  explicit FunctionFinder(std::shared_ptr<Functions> functions) : functions(std::move(functions)) {}

  void modifyPassConfig(orc::MaterializationResponsibility &, jitlink::LinkGraph &,
                        jitlink::PassConfiguration &config) override {
    config.PostAllocationPasses.push_back([functions = functions](jitlink::LinkGraph &graph) {
      std::lock_guard<std::mutex> guard(functions->lock);
      for (jitlink::Symbol *symbol : graph.defined_symbols())
        if (symbol->hasName() && symbol->isCallable() && symbol->getSize())
          functions->found.push_back({(*symbol->getName()).str(), symbol->getAddress().getValue(), symbol->getSize()});
      return Error::success();
    });
  }
  Error notifyFailed(orc::MaterializationResponsibility &) override { return Error::success(); }
  Error notifyRemovingResources(orc::JITDylib &, orc::ResourceKey) override { return Error::success(); }
  void notifyTransferringResources(orc::JITDylib &, orc::ResourceKey, orc::ResourceKey) override {}

private:
  std::shared_ptr<Functions> functions;
};

} // namespace

struct cpu::Jit::Impl {
  std::shared_ptr<Functions> functions = std::make_shared<Functions>();
  std::unique_ptr<orc::LLJIT> jit;
};

/// Adds what the options ask for to the layer that links.
static Error addPlugins(orc::LLJIT &jit, cpu::Jit::Options options, const std::shared_ptr<Functions> &functions) {
  if (!options.functions && !options.debugger)
    return Error::success();
  auto *layer = dyn_cast<orc::ObjectLinkingLayer>(&jit.getObjLinkingLayer());
  if (!layer)
    return createStringError("LLVM links objects for this processor without plugins");
  if (options.functions)
    layer->addPlugin(std::make_shared<FunctionFinder>(functions));
  if (!options.debugger)
    return Error::success();
  Error error = Error::success();
  auto plugin = std::make_shared<orc::ELFDebugObjectPlugin>(jit.getExecutionSession(), /*RequireDebugSections=*/false,
                                                            /*AutoRegisterCode=*/true, error);
  if (!error)
    layer->addPlugin(std::move(plugin));
  return error;
}

namespace {

/// What ORC wants to know of this machine.
struct HostMachine {
  orc::JITTargetMachineBuilder builder;
  DataLayout layout;
};

/// Objects are linked, no IR is compiled: ORC would make two machines of LLVM's for each linker.
class NoCompiler : public orc::IRCompileLayer::IRCompiler {
public:
  NoCompiler() : IRCompiler(orc::IRSymbolMapper::ManglingOptions()) {}
  Expected<std::unique_ptr<MemoryBuffer>> operator()(Module &) override {
    return createStringError("only objects are linked");
  }
};

} // namespace

static Expected<std::unique_ptr<orc::IRCompileLayer::IRCompiler>> makeNoCompiler(orc::JITTargetMachineBuilder) {
  return std::make_unique<NoCompiler>();
}

/// Looked up once.
static Expected<HostMachine> hostMachine() {
  auto find = []() -> Expected<HostMachine> {
    auto builder = orc::JITTargetMachineBuilder::detectHost();
    if (!builder)
      return builder.takeError();
    auto layout = builder->getDefaultDataLayoutForTarget();
    if (!layout)
      return layout.takeError();
    return HostMachine{std::move(*builder), std::move(*layout)};
  };
  static std::mutex mutex;
  static auto *known = new std::optional<HostMachine>;
  std::lock_guard<std::mutex> guard(mutex);
  if (!*known) {
    Expected<HostMachine> found = find();
    if (!found)
      return found.takeError();
    known->emplace(std::move(*found));
  }
  return **known;
}

cpu::Jit::Jit(std::unique_ptr<Impl> impl) : impl(std::move(impl)) {}
cpu::Jit::~Jit() = default;

Expected<std::unique_ptr<cpu::Jit>> cpu::Jit::create(ArrayRef<Symbol> symbols) { return create(symbols, Options()); }

Expected<std::unique_ptr<cpu::Jit>> cpu::Jit::create(ArrayRef<Symbol> symbols, Options options) {
  initializeCPUTargets();
  Expected<HostMachine> host = hostMachine();
  if (!host)
    return host.takeError();
  // Objects carry no initialisers, so nothing of the C++ platform is needed.
  auto jit = orc::LLJITBuilder()
                 .setJITTargetMachineBuilder(host->builder)
                 .setDataLayout(host->layout)
                 .setCompileFunctionCreator(makeNoCompiler)
                 .setPlatformSetUp(orc::setUpInactivePlatform)
                 .create();
  if (!jit)
    return jit.takeError();
  orc::JITDylib &main = (*jit)->getMainJITDylib();
  orc::SymbolMap given;
  for (const Symbol &symbol : symbols)
    given[(*jit)->mangleAndIntern(symbol.first)] = {orc::ExecutorAddr::fromPtr(symbol.second),
                                                    JITSymbolFlags::Exported};
  if (!given.empty())
    if (Error error = main.define(orc::absoluteSymbols(std::move(given))))
      return std::move(error);
  auto process = orc::DynamicLibrarySearchGenerator::GetForCurrentProcess((*jit)->getDataLayout().getGlobalPrefix());
  if (!process)
    return process.takeError();
  main.addGenerator(std::move(*process));
  auto impl = std::make_unique<Impl>();
  if (Error error = addPlugins(**jit, options, impl->functions))
    return std::move(error);
  impl->jit = std::move(*jit);
  return std::unique_ptr<Jit>(new Jit(std::move(impl)));
}

Error cpu::Jit::addObject(StringRef bytes, StringRef name) {
  return impl->jit->addObjectFile(MemoryBuffer::getMemBufferCopy(bytes, name));
}

Expected<void *> cpu::Jit::lookup(StringRef symbol) {
  Expected<orc::ExecutorAddr> address = impl->jit->lookup(symbol);
  if (!address)
    return address.takeError();
  return address->toPtr<void *>();
}

Expected<janus_entry> cpu::Jit::lookupEntry(StringRef name) {
  Expected<void *> address = lookup(("janus_entry_" + name).str());
  if (!address)
    return address.takeError();
  return reinterpret_cast<janus_entry>(*address);
}

std::vector<cpu::Jit::Function> cpu::Jit::takeFunctions() {
  std::lock_guard<std::mutex> guard(impl->functions->lock);
  return std::exchange(impl->functions->found, {});
}

ArrayRef<cpu::Jit::Symbol> cpu::runtimeSymbols() {
  static const Jit::Symbol symbols[] = {
      {"janus_result", reinterpret_cast<void *>(&janus_result)},
      {"janus_result_scalar", reinterpret_cast<void *>(&janus_result_scalar)},
      {"janus_arena_alloc", reinterpret_cast<void *>(&janus_arena_alloc)},
      {"janus_arena_cycle", reinterpret_cast<void *>(&janus_arena_cycle)},
      {"janus_kept", reinterpret_cast<void *>(&janus_kept)},
      {"janus_assumption_broken", reinterpret_cast<void *>(&janus_assumption_broken)},
      {"janus_draw", reinterpret_cast<void *>(&janus_draw)},
      {"janus_poll", reinterpret_cast<void *>(&janus_poll)},
      {"janus_parallel_for", reinterpret_cast<void *>(&janus_parallel_for)},
      {"__truncsfbf2", reinterpret_cast<void *>(&janus_bf16_of_f32)},
      {"__truncdfbf2", reinterpret_cast<void *>(&janus_bf16_of_f64)},
      {"__truncsfhf2", reinterpret_cast<void *>(&janus_f16_of_f32)},
      {"__truncdfhf2", reinterpret_cast<void *>(&janus_f16_of_f64)},
      {"__extendhfsf2", reinterpret_cast<void *>(&janus_f32_of_f16)},
  };
  return symbols;
}
