// Stop and go on as if nothing had happened: a snapshot is plain JSON.
import { createDecider } from '@driftline/core';

const options = { armCount: 4, window: 100, seed: 7 };
const before = createDecider('sw-rmoss', options);
for (let slot = 0; slot < 250; slot++) {
  const decision = before.decide();
  before.update(decision, Math.sin(slot / 40 + decision.arm));
}
const saved = JSON.stringify(before.snapshot());

const after = createDecider('sw-rmoss', options);
after.restore(JSON.parse(saved));

const same = Array.from({ length: 50 }, () => {
  const [one, other] = [before.decide(), after.decide()];
  before.update(one, 0.1 * one.arm);
  after.update(other, 0.1 * other.arm);
  return one.arm === other.arm;
});
if (!same.every(Boolean)) throw new Error('the restored decider went another way');
console.log(`a snapshot of ${saved.length} characters; the next 50 decisions are the same`);
