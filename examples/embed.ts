// Choose among three variants, again and again, while the best one changes.
import { createDecider } from '@driftline/core';

const decider = createDecider('sw-moss', { armCount: 3, window: 500 });

/** Stands for your application: shows a variant and returns 1 when it was clicked. */
function show(variant: number, visitor: number): number {
  const favourite = visitor < 2000 ? 0 : 2;
  const rate = variant === favourite ? 0.3 : 0.1;
  return (visitor * 0.6180339887) % 1 < rate ? 1 : 0;
}

const shown = [0, 0, 0];
for (let visitor = 0; visitor < 4000; visitor++) {
  const decision = decider.decide();
  decider.update(decision, show(decision.arm, visitor));
  if (visitor >= 3000) shown[decision.arm] += 1;
}
console.log(`variants shown to the last 1000 visitors: ${shown.join(', ')}`);
