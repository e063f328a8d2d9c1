#include "compressed_rows.h"

#include <algorithm>
#include <map>

#include "group_reader.h"

namespace attn {
namespace {

constexpr int kHeavy = 128;  // tokens in a row of the layers that read all rows

class CompressedReader : GroupReader {
 public:
  CompressedReader(const CacheConfig& config, const std::string& where, const std::string& source,
                   const StoredRows& stored)
      : GroupReader(config, where, source, stored) {}

  LayerGroups read() {
    const Said layers = need("num_hidden_layers", c_.num_hidden_layers, "layers");
    require_ratios();
    need("num_attention_heads", c_.num_attention_heads, "query_heads");
    if (c_.num_key_value_heads && *c_.num_key_value_heads != 1)
      refuse("num_key_value_heads", literal(*c_.num_key_value_heads), phrase("shared_row"));
    if (c_.num_key_value_heads) use("num_key_value_heads", "kv_heads_shared_row");
    const Said width = need("head_dim", c_.head_dim, "row_width");

    for (const auto& [ratio, own] : c_.kv_source_layer_ids ? sources() : everywhere()) {
      const std::string pooled = std::to_string(ratio),
                        list = c_.kv_source_layer_ids ? "kv_source_layer_ids" : "compress_ratios";
      LayerGroup rows{.kind = "rows",
                      .layers = {double(own), source_ + "/" + list + " (layers of ratio " + pooled + ")"},
                      .key_width = width,
                      .ratio = {double(ratio), source_ + "/compress_ratios (" + pooled + ")"},
                      .row_bytes = stored_.row};
      add(rows);
      if (ratio == kHeavy) continue;
      rows.kind = "index";
      rows.heads = kOne;
      rows.key_width = need("index_head_dim", c_.index_head_dim, "index_key");
      rows.row_bytes = stored_.index;
      add(rows);
    }
    add({.kind = "row_window",
         .layers = layers,
         .key_width = width,
         .ratio = kOne,
         .window = need("sliding_window", c_.sliding_window, "window"),
         .row_bytes = stored_.window});
    result_.family = c_.kv_source_layer_ids ? "csa2" : "csa-hca";
    return result_;
  }

 private:
  /// One entry a layer. Published lists go on with zeros for draft layers, which are not counted.
  void require_ratios() {
    const auto layers = static_cast<size_t>(*c_.num_hidden_layers);
    const std::vector<int>& all = *c_.compress_ratios;
    if (all.size() < layers ||
        std::any_of(all.begin() + static_cast<std::ptrdiff_t>(layers), all.end(), [](int r) { return r != 0; }))
      require_length("compress_ratios", all.size(), *c_.num_hidden_layers);
    ratios_.assign(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(layers));
    use("compress_ratios", "compress_ratios");
  }

  std::map<int, int> everywhere() const {
    std::map<int, int> owners;
    for (const int ratio : ratios_)
      if (ratio > 0) ++owners[ratio];
    return owners;
  }

  /// Layers that own rows; each layer that reads rows finds some of its own ratio in or before it.
  std::map<int, int> sources() {
    const std::vector<int>& ids = *c_.kv_source_layer_ids;
    use("kv_source_layer_ids", "row_owners");
    std::map<int, int> owners;
    for (size_t i = 0; i < ids.size(); ++i) {
      const std::string field = "kv_source_layer_ids/" + std::to_string(i);
      require_whole(where_ + "/" + field, ids[i], i == 0 ? 0 : ids[i - 1] + 1, *c_.num_hidden_layers - 1);
      const int ratio = ratios_[static_cast<size_t>(ids[i])];
      if (ratio == 0) refuse(field, literal(ids[i]), phrase("pooled_layer"));
      ++owners[ratio];
    }
    size_t next = 0;
    for (size_t layer = 0; layer < ratios_.size(); ++layer) {
      if (next < ids.size() && static_cast<size_t>(ids[next]) == layer) ++next;
      if (ratios_[layer] == 0) continue;
      if (next == 0 || ratios_[static_cast<size_t>(ids[next - 1])] != ratios_[layer])
        refuse("compress_ratios/" + std::to_string(layer), literal(ratios_[layer]), phrase("ratio_of_source"));
    }
    return owners;
  }

  std::vector<int> ratios_;
};

}  // namespace

LayerGroups compressed_rows(const CacheConfig& config, const std::string& where, const std::string& source,
                            const StoredRows& stored) {
  return CompressedReader(config, where, source, stored).read();
}

}  // namespace attn
