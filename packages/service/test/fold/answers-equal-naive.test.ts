/** Answers and knowledge of the real fold, judged by the naive one. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { experimentWith, type Happening, happen, happenings, silences } from './happenings.ts';
import { NaiveExperiment, type NaiveRules } from './naive.ts';
import { PaperExperiment, START } from './paper.ts';

const SEED = 3;

/** What the naive experiment answers; `undefined` where it has nothing to say. */
function judge(
  naive: NaiveExperiment,
  paper: PaperExperiment,
  happening: Happening,
  answer: unknown,
  before: number,
): unknown {
  const last = before - 1;
  const at = Math.max(paper.now, START);
  switch (happening.do) {
    case 'decide': {
      if (paper.fold.facts.next > before) naive.decide(at, (answer as { arm: string }).arm);
      return answer;
    }
    case 'reward':
      return naive.reward(at, last - happening.back, happening.value);
    case 'cancel':
      return naive.cancel(at, last - happening.back);
    case 'sweep':
      return naive.sweep(at);
    default:
      return answer;
  }
}

const judged = happenings.map((list) =>
  list.filter(({ do: what }) => ['decide', 'reward', 'cancel', 'pass', 'sweep'].includes(what)),
);

const policies: readonly [string, Pick<NaiveRules, 'memory' | 'discounts' | 'learns'>][] = [
  ['sw-ucb', { memory: 13, discounts: false, learns: true }],
  ['sw-rmoss', { memory: 13, discounts: false, learns: true }],
  ['d-ucb', { memory: 13, discounts: true, learns: true }],
  ['ucb1', { memory: null, discounts: false, learns: true }],
  ['uniform', { memory: null, discounts: false, learns: false }],
];

describe.each(policies)('%s', (type, rules) => {
  it.each(silences)('with silence worth %j', (silence) => {
    const seen = new Set<unknown>();
    fc.assert(
      fc.property(fc.boolean(), judged, (hasMaxAge, list) => {
        const paper = new PaperExperiment(experimentWith(type, silence, hasMaxAge));
        const { reward, memory } = paper.fold.config;
        const { timeout, missing, early } = reward;
        const naive = new NaiveExperiment(
          { ...rules, timeout, missing, early, maxAge: memory?.maxAge ?? null },
          START,
        );
        for (const happening of list) {
          const before = paper.fold.facts.next;
          const answer = happen(paper, happening);
          expect(answer).toEqual(judge(naive, paper, happening, answer, before));
          seen.add(answer);
        }
        if (rules.learns) compareKnowledge(paper, naive, type === 'sw-rmoss');
      }),
      { numRuns: 60, seed: SEED },
    );
    // All answers that there are were among them.
    const held = 'missing' in silence && !('early' in silence);
    const usual = rules.learns ? 'counted' : 'recorded';
    const counted = held && rules.learns ? 'held' : usual;
    expect([...seen]).toEqual(expect.arrayContaining([counted, 'duplicate', 'conflict', 'late']));
    if (rules.memory === 13 && !rules.discounts && !held) expect(seen).toContain('outside_memory');
  });
});

function compareKnowledge(paper: PaperExperiment, naive: NaiveExperiment, isRobust: boolean): void {
  const views = paper.fold.policy.inspect();
  paper.fold.config.arms.forEach(({ key }, place) => {
    const view = views[paper.fold.learner.armAt(place) ?? -1];
    const { count, sum } = naive.known(key);
    expect(view.count).toBeCloseTo(count, 9);
    // A robust mean is not the plain one.
    if (count > 0 && !isRobust) expect(view.mean).toBeCloseTo(sum / count, 9);
  });
}
