/** Guided examples: a setting, what to look at, and a question that the results answer. */
import type { Setting } from './setting.ts';

export interface Example {
  readonly id: string;
  readonly title: string;
  /** One or two sentences; they end in a question. */
  readonly lead: string;
  readonly setting: Setting;
}

function policies(...specs: string[]): Setting['policies'] {
  return specs.map((spec, style) => ({ spec, style }));
}

/** What a first visit shows: the paper's environment 2. */
export const firstVisit: Example = {
  id: 'three-waves',
  title: 'Three waves',
  lead: 'Three arms take turns at being best: the paper’s environment 2. Some policies forget old rewards on purpose; one never does. Who loses least?',
  setting: {
    world: { kind: 'named', spec: 'paper-2' },
    policies: policies('sw-moss', 'r-moss', 'd-ucb', 'ucb1'),
    replications: 500,
    seed: 1,
  },
};

/** All of them, in the order of the header. */
export const examples: readonly Example[] = [firstVisit];
