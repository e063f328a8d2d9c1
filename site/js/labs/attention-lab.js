// @ts-check
// What the laboratories on attention share beyond the sentence: mask, heads, scale and faults.
import { find } from '../page/find.js';
import { showFaults } from './faults.js';
import { equalHeads } from './heads.js';
import { SentenceForm } from './sentence-form.js';
import { SentenceLab } from './sentence-lab.js';
import { decimalNumber, flag, severalOf, wholeNumber } from './state.js';
/** @import { Faults, HeadCut, Mask } from '../attn.js' */
/** @import { SentenceLayer } from './sentence-lab.js' */
/** @import { LabSetting, LabValues } from './state.js' */

/** A run of the layer, and where its numbers can be asked. @typedef {ReturnType<AttentionLab['layerRun']>} LayerRun */

export class AttentionLab extends SentenceLab {
  /** @returns {Record<string, LabSetting>} */
  settings() {
    const { most } = SentenceForm.limits(find(this, '.sentence-form'));
    return {
      ...super.settings(),
      causal: flag(true),
      window: wholeNumber(0, most, 0),
      temperature: decimalNumber(0, 10, 1),
      scaled: flag(true),
      fault: severalOf(['model-width', 'mask-after', 'top-left']),
    };
  }

  /** @param {number} count */
  cuts(count) {
    return equalHeads(this.world.dimensions.length, count);
  }

  /**
   * The layer's run, and where its numbers can be asked.
   * @param {SentenceLayer} layer @param {LabValues} values
   * @param {{ heads: HeadCut[], mask: Mask, faults?: Faults }} how
   */
  layerRun(layer, { scaled, temperature }, { heads, mask, faults = {} }) {
    const { inputs, W_Q, W_K, W_V, W_O } = layer;
    const input = { inputs, W_Q, W_K, W_V, W_O, heads, mask, scaled, temperature, faults };
    const source = this.sourceOf({ topic: 'multi_head', input, layer, heads });
    return { input, trace: this.attn.multi_head(input), source };
  }

  /** Every word sees every word, or what came before it. @param {number} tokens @param {boolean} causal */
  wholeMask(tokens, causal) {
    return this.attn.mask({ queries: tokens, keys: tokens, causal, window: 0 }).mask;
  }

  /** The mask as it is set. @param {number} tokens @param {LabValues} values @param {{ cached?: number }} [more] */
  maskOf(tokens, { causal, window, fault }, { cached = 0 } = {}) {
    const whole = this.attn.mask({ queries: tokens, keys: tokens, causal, window: causal ? window : 0 }).mask;
    if (!causal || cached === 0) return whole;
    // Words in the cache were masked rightly when they came; only the new ones are laid anew.
    const laid = { queries: tokens - cached, keys: tokens, causal, window, top_left: fault.includes('top-left') };
    return [...Array.from(whole).slice(0, cached), ...Array.from(this.attn.mask(laid).mask)];
  }

  /** @param {LabValues} values @returns {Faults} */
  faults({ fault }) {
    return { model_width: fault.includes('model-width'), mask_after_softmax: fault.includes('mask-after') };
  }

  /** @param {{ layer: SentenceLayer }} run */
  showControls(run) {
    super.showControls(run);
    showFaults(this, this.values.fault);
  }
}
