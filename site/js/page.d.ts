// Types that the page's own scripts share. No page loads this file.
import type { MultiHeadInput, MultiHeadTrace } from './attn.js';

/** A form whose controls are reached by name. */
export type LabForm = Omit<HTMLFormElement, 'elements'> & { elements: any };

/** A run of a laboratory's layer, and where its numbers can be asked. */
export interface LabRun {
  input: MultiHeadInput;
  trace: MultiHeadTrace;
  source: any;
}

export interface CountState {
  tokens: number;
  width: number;
  projections: boolean;
  causal: boolean;
  ratio: number;
}

declare global {
  interface DocumentEventMap {
    'lanes-step': CustomEvent<{ step: number; all: number; byHand: boolean; forward: boolean }>;
    'count-change': CustomEvent<CountState>;
  }
}
