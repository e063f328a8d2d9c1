// What layers keep that have no K and V: a state of fixed size, the last inputs of a short convolution, or both.
#pragma once

#include "group_reader.h"

namespace attn {

class StateReader : protected GroupReader {
 protected:
  using GroupReader::GroupReader;

  /// Linear attention. @param query_heads as many states, where the configuration says nothing else
  void linear_states(const Said& layers, const Said& query_heads) {
    LayerGroup group{.kind = "linear", .layers = layers, .ratio = kOne};
    if (c_.linear_attn_config) {
      const LinearAttnConfig& own = *c_.linear_attn_config;
      const std::string field = "linear_attn_config/";
      use("linear_attn_config", "state_sizes");
      group.heads = group.key_heads = said(field + "num_heads", own.num_heads);
      group.key_width = group.value_width = said(field + "head_dim", own.head_dim);
      group.kernel = said(field + "short_conv_kernel_size", own.short_conv_kernel_size);
    } else if (c_.linear_num_value_heads || c_.linear_key_head_dim || c_.linear_value_head_dim) {
      group.heads = need("linear_num_value_heads", c_.linear_num_value_heads, "state_heads");
      group.key_width = need("linear_key_head_dim", c_.linear_key_head_dim, "state_key");
      group.value_width = need("linear_value_head_dim", c_.linear_value_head_dim, "state_value");
      if (c_.linear_conv_kernel_dim) {
        group.kernel = need("linear_conv_kernel_dim", c_.linear_conv_kernel_dim, "kernel");
        group.key_heads = need("linear_num_key_heads", c_.linear_num_key_heads, "conv_heads");
      }
    } else {  // lightning attention: a state of head x head in every head, and no convolution
      if (c_.num_kv_heads_for_linear_attn) {
        group.heads = need("num_kv_heads_for_linear_attn", c_.num_kv_heads_for_linear_attn, "state_heads");
      } else {
        derive("linear_num_value_heads", query_heads.value, "state_heads_as_query_heads");
        group.heads = query_heads;
      }
      group.key_width = group.value_width = head_width();
    }
    add(group);
  }

  /// Mamba-2 has heads, and B and C for groups of them; Mamba-1 is one head of all channels, whose convolution sees
  /// neither B nor C.
  void mamba_states(const Said& layers) {
    LayerGroup group{.kind = "mamba", .layers = layers, .ratio = kOne};
    group.key_width = need("mamba_d_state", c_.mamba_d_state, "state_key");
    group.kernel = need("mamba_d_conv", c_.mamba_d_conv, "kernel");
    if (c_.mamba_n_heads) {
      group.heads = need("mamba_n_heads", c_.mamba_n_heads, "state_heads");
      group.key_heads = need("mamba_n_groups", c_.mamba_n_groups, "conv_heads");
      if (c_.mamba_d_head)
        group.value_width = need("mamba_d_head", c_.mamba_d_head, "state_value");
      else
        group.value_width = channels(*c_.mamba_n_heads);
    } else {
      group.heads = kOne;
      group.value_width = channels(1);
    }
    add(group);
  }

  void convolution(const Said& layers) {
    add({.kind = "conv",
         .layers = layers,
         .key_width = need("hidden_size", c_.hidden_size, "conv_width"),
         .kernel = need("conv_L_cache", c_.conv_L_cache, "kernel"),
         .ratio = kOne});
  }

 private:
  /// Channels of one head: mamba_expand times hidden_size, over the heads.
  Said channels(int heads) {
    const double wide = need("hidden_size", c_.hidden_size, "state_value_from").value *
                        need("mamba_expand", c_.mamba_expand, "state_value_from").value;
    const int width = static_cast<int>(wide) / heads;
    if (static_cast<double>(width) * heads != wide)
      refuse("mamba_n_heads", literal(heads), phrase("divisor_of_channels", number_text(wide)));
    derive("mamba_d_head", width, "state_value_of_expand");
    return {double(width), source_ + "/mamba_d_head (mamba_expand times hidden_size)"};
  }
};

}  // namespace attn
