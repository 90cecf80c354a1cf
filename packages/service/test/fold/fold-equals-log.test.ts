/** For every offered policy: the live state, the fold of the log, and any snapshot with its tail are the same bytes. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hashOf, restoreFold, snapshotOf } from '../../src/fold/snapshot.ts';
import { offeredPolicies } from '../../src/model/offered.ts';
import { experimentWith, happen, happenings, silences } from './happenings.ts';
import { foldAll, foldTail, PaperExperiment } from './paper.ts';

const SEED = 20_260_101;

it.each([...offeredPolicies.keys()])('%s', (type) => {
  const setting = fc.record({
    silence: fc.constantFrom(...silences),
    hasMaxAge: fc.boolean(),
    list: happenings,
  });
  let revised = 0;
  fc.assert(
    fc.property(setting, ({ silence, hasMaxAge, list }) => {
      const paper = new PaperExperiment(experimentWith(type, silence, hasMaxAge));
      const snapshots = [snapshotOf(paper.fold)];
      for (const happening of list) {
        happen(paper, happening);
        if (happening.do === 'snapshot') snapshots.push(snapshotOf(paper.fold));
      }
      const live = hashOf(paper.fold);
      expect(hashOf(foldAll(paper.log))).toBe(live);
      for (const snapshot of snapshots) {
        expect(hashOf(foldTail(restoreFold(snapshot), paper.log))).toBe(live);
      }
      if (paper.fold.facts.revised > 0) revised += 1;
    }),
    { numRuns: 16, seed: SEED },
  );
  // Revisions are among what was tried.
  expect(revised).toBeGreaterThan(5);
});
