import { expect, test } from 'vitest';
import { PaperExperiment } from '../../test/fold/paper.ts';
import { HandClock, plain } from '../../test/writer/bench.ts';
import { hashOf } from '../fold/snapshot.ts';
import { Experiments } from './held.ts';
import { StateReader } from './reading.ts';

test('the hash of a small state is that of now, however long it takes to compute', () => {
  const paper = new PaperExperiment(plain);
  const { fold } = paper;
  const clock = new HandClock();
  // Whoever looks at the clock finds that a second has passed.
  const elapsed = () => {
    clock.pass(1000);
    return clock.elapsed();
  };
  const reader = new StateReader({ now: () => clock.now(), takeAnew: () => {}, elapsed });
  const held = new Experiments().add(fold.row(1, 'x'), fold, 0);
  const machine = { now: clock.now(), isSettled: true, isAccepted: false };
  const before = reader.of(held, fold, machine).hash;
  paper.decide();
  const after = reader.of(held, fold, machine).hash;
  expect(after).not.toBe(before);
  expect(after).toBe(hashOf(fold));
});
