#include "config_names.h"

namespace attn {
namespace {

/// Names that published files have and that change nothing of what a layer keeps, by the reason why. The names are
/// those of the configuration classes of `transformers` and of files with code of their own; each group was gone
/// through for names that do change something, which stand in CacheConfig or in config_names.h instead.
struct Group {
  const char* note;
  std::string_view names;  ///< each between two spaces
};

constexpr Group kGroups[] = {
    // How it was trained, or would be trained further.
    {"inert_training",
     " router_aux_loss_coef router_z_loss_coef aux_loss_alpha seq_aux output_router_logits router_jitter_noise "
     "gradient_checkpointing pretraining_tp z_loss_weight dropout resid_pdrop embd_pdrop attn_pdrop "
     "summary_first_dropout resid_dropout embed_dropout ep_size hidden_dropout_prob "
     "attention_probs_dropout_prob classifier_dropout "
     "mtp_loss_weight "
     "lm_head_multiplier_lr "},
    // The texts before the model: which number is which piece of text.
    {"inert_tokens",
     " vocab_size padded_vocab_size vocab_size_per_layer_input pad_vocab_size_multiple_of "
     "bos_token_id eos_token_id pad_token_id sep_token_id cls_token_id unk_token_id mask_token_id "
     "decoder_start_token_id "
     "tokenizer_class type_vocab_size img_context_token_id ps_version select_layer num_image_token "
     "force_image_size dynamic_image_size use_thumbnail min_dynamic_patch max_dynamic_patch spatial_merge_size "
     "tokens_per_second position_id_per_seconds audio_token_index boi_token_index eoi_token_index "
     "vision_start_token_id "
     "ignore_index "},
    // The numbers that training began with.
    {"inert_start",
     " initializer_range initializer_factor init_std rescale_prenorm_residual "
     "mup_base_hidden_size "},
    // How text is generated, and what a call hands back.
    {"inert_generation",
     " num_reward_heads use_cache temperature top_p top_k max_length min_length do_sample num_beams repetition_penalty "
     "no_repeat_ngram_size bad_words_ids suppress_tokens output_attentions output_hidden_states return_dict "
     "use_return_dict task_specific_params problem_type id2label label2id num_labels finetuning_task "
     "cache_implementation prefix early_exit_threshold num_logits_to_keep is_decoder add_cross_attention "
     "chunk_size_feed_forward prune_heads pruned_heads keys_to_ignore_at_inference generation_config "
     "chat_template use_bfloat16 torchscript tf_legacy_loss typical_p length_penalty diversity_penalty "
     "num_beam_groups num_return_sequences encoder_no_repeat_ngram_size forced_bos_token_id forced_eos_token_id "
     "remove_invalid_values exponential_decay_length_penalty begin_suppress_tokens early_stopping output_scores "
     "return_dict_in_generate summary_activation summary_proj_to_labels summary_type summary_use_proj "
     "is_llama_config "},
    // Names of files, classes and versions, and which kernels run it.
    {"inert_names",
     " architectures auto_map transformers_version _name_or_path model_name name_or_path _commit_hash "
     "_attn_implementation _attn_implementation_autoset attn_implementation _flash_attn_2_enabled use_flash_attn "
     "use_flash_attention use_flash_attention_2 use_mamba_kernels "
     "base_model_tp_plan softmax_in_fp32 attention_softmax_in_fp32 "
     "scale_attention_softmax_in_fp32 "
     "residual_in_fp32 fp32_residual_connection "
     "fuse_cross_entropy fp16 bf16 fp32 quantization use_logn_attn unsloth_version "
     "unsloth_fixed mamba_ssm_dtype mamba_ssm_cache_dtype use_dynamic_ntk use_cache_quantization "
     "enable_fp8 "},
    // Where a token stands: changes queries and keys, not how many of them are kept.
    {"inert_positions",
     " original_rope rope_theta rope_scaling rope_parameters rope_type rope_local_base_freq rope_scaling_factor "
     "rope_ratio "
     "rope_interleave rope_percent rope_pct rotary_pct rotary_percent rotary_dim rotary rotary_emb_base rotary_base "
     "rotary_embedding_base rotary_emb_fraction partial_rotary_factor partial_rotary_factors "
     "original_max_position_embeddings initial_context_length position_embedding_type alibi "
     "no_rope_layers no_rope_layer_interval nope_layer_interval use_rope attention_use_rope mrope_section use_mrope "
     "mla_use_nope swa_rope_theta "
     "compress_rope_theta use_alibi llama_4_scaling "
     "yarn position_encoding_2d "},
    // What is computed between the layers' inputs and outputs: norms, scales, activations, biases, gates.
    {"inert_computing",
     " intermediate_size n_inner hidden_dim hidden_act activation_function hidden_activation mlp_hidden_act activation "
     "act_fn feed_forward_proj rms_norm_eps layer_norm_eps layer_norm_epsilon norm_eps layernorm_epsilon "
     "norm_epsilon rmsnorm rms_norm layernorm norm_type post_layer_norm "
     "apply_residual_connection_post_layernorm use_qk_norm qk_norm qk_layernorm use_qk_layernorm "
     "attention_bias mlp_bias use_bias bias add_bias_linear add_qkv_bias qkv_bias "
     "attention_dropout query_pre_attn_scalar attn_logit_softcapping attention_logit_cap final_logit_softcapping "
     "logit_scale logit_soft_cap attention_multiplier embedding_multiplier residual_multiplier logits_scaling "
     "scale_emb "
     "scale_depth dim_model_base scale_attn_weights scale_attn_by_inverse_layer_idx reorder_and_upcast_attn "
     "apply_query_key_layer_scaling floor_scale attn_temperature_tuning attn_output_gate "
     "use_sliding_window_gate attention_output_gate tie_word_embeddings "
     "tie_embeddings parallel_attn use_parallel_residual use_parallel_block "
     "parallel_block "
     "num_ln_in_parallel_attn ffn_hidden_size ffn_dim ffn_dim_multiplier multiple_of mlp_ratio "
     "interleaved_mlp swiglu swiglu_limit swiglu_alpha embedding_size word_embed_proj_dim "
     "do_layer_norm_before use_gated_mlp use_conv_bias conv_bias conv_use_bias conv_dim conv_dim_out block_dim "
     "block_ff_dim block_multiple_of block_ffn_dim_multiplier block_auto_adjust_ff_dim block_mlp_init_scale "
     "block_norm_eps block_out_init_scale block_use_swiglu block_use_xavier_init conv_use_xavier_init use_pos_enc "
     "mamba_conv_bias mamba_proj_bias mamba_chunk_size mamba_dt_rank mamba_rms_norm mamba_norm_before_gate "
     "mamba_use_mlp mamba_hidden_act mamba_dt_min mamba_dt_max mamba_inner_layernorms time_step_limit "
     "time_step_min time_step_max time_step_floor time_step_rank chunk_size "
     "projectors_bias linear_attn_norm use_short_conv hidden_ratio q_lora_rank o_lora_rank o_groups "
     "ssm_multipliers ssm_in_multiplier ssm_out_multiplier key_multiplier mlp_multipliers attention_in_multiplier "
     "attention_out_multiplier postnorm layernorm_full_attention_alpha layernorm_full_attention_beta "
     "layernorm_linear_attention_alpha layernorm_linear_attention_beta layernorm_mlp_alpha layernorm_mlp_beta "
     "ffn_intermediate_size use_output_gate "
     "intermediate_size_mlp dense_intermediate_size shared_intermediate_size hc_mult hc_eps hc_sinkhorn_iters "
     "attention_gate attention_sink_bias add_swa_attention_sink_bias add_full_attention_sink_bias "
     "indexer_rope_interleave use_gemma_norm output_gate_type mla_use_output_gate activation_situ_beta "
     "activation_situ_linear_beta attn_res_block_size indexer_budget indexer_n_heads index_source_layer_ids "
     "candidate_source_layer_id "
     "candidate_topk_blocks candidate_block_size "},
    // Experts: which weights a token goes through; attention stands before them.
    {"inert_experts",
     " mlp_layer_types latent_moe_use_norm routed_expert_hidden_size num_experts num_local_experts n_routed_experts "
     "n_shared_experts num_shared_experts num_experts_per_tok "
     "num_experts_per_token experts_per_token moe_intermediate_size moe_intermediate moe_ffn_hidden_size "
     "shared_expert_intermediate_size moe_shared_expert_intermediate_size n_group topk_group topk_method "
     "norm_topk_prob "
     "scoring_func routed_scaling_factor first_k_dense_replace moe_layer_freq moe_layer_start_index "
     "moe_layer_end_index "
     "moe_layer_interval decoder_sparse_step mlp_only_layers interleave_moe_layer_step moe_layers_enum moe "
     "expert_layer_period expert_layer_offset num_dense_layers use_expert_bias moe_topk moe_top_k top_k_experts "
     "num_experts_shared score_function score_func moe_router_use_sigmoid moe_router_enable_expert_bias "
     "moe_router_topk_scaling_factor moe_router_activation_func moe_renormalize use_grouped_topk num_expert_group "
     "moe_latent_size moe_shared_expert_overlap use_routing_bias router_dtype moe_router_dtype "
     "moe_gate moe_num_experts moe_num_shared_experts norm_expert_weight "
     "share_expert_dim use_moe need_fp32_gate moe_router_scaling_factor "
     "use_moe_router_bias swiglu_limits swiglu_limits_shared "
     "num_hash_layers "},
    // Layers that draft further tokens, which run beside the model or not at all.
    {"inert_drafts",
     " num_nextn_predict_layers mtp_num_hidden_layers num_mtp_modules num_mtp_layers mtp_num_layers "
     "mtp_transformer_layers "
     "mtp_use_dedicated_embeddings mtp_hybrid_override_pattern mtp_layers_block_type mtp_config "
     "nextn_layer_type "},
    // Pictures, sound and other inputs beside the text.
    {"inert_inputs",
     " process_image_mode projector_hidden_size use_unified_vision_chunk projector_hidden_act projector_type "
     "multimodal_projector_bias tile_tag global_view_pos candidate_resolutions "
     "modality downsample_ratio spatial_patch_size encoder_config "
     "multimodal deepstack_visual_indexes "}};

bool ends(const std::string& name, std::string_view end) {
  return name.size() > end.size() && name.compare(name.size() - end.size(), end.size(), end) == 0;
}

bool begins(const std::string& name, std::string_view front) { return name.compare(0, front.size(), front) == 0; }

}  // namespace

const char* inert(const std::string& name) {
  for (const Group& group : kGroups)
    if (attn::names(group.names, name)) return group.note;
  // Families of names that new files go on inventing, none of which says how much is kept.
  for (const std::string_view end : {"_token_id", "_token_ids", "_token_index"})
    if (ends(name, end)) return "inert_tokens";
  for (const std::string_view end : {"_dropout", "_pdrop", "_loss_coef"})
    if (ends(name, end)) return "inert_training";
  if (ends(name, "_eps") || ends(name, "_epsilon")) return "inert_computing";
  if (begins(name, "initializer_")) return "inert_start";
  for (const std::string_view front :
       {"vision_", "image_", "video_", "audio_", "mm_", "speech_", "talker_", "code2wav_"})
    if (begins(name, front)) return "inert_inputs";
  return nullptr;
}

}  // namespace attn
