/**
 * An application that decides and rewards, keeps its rewards in a file and is killed:
 * `node reporting-program.ts URL FILE` goes on for ever, with `finish` as a third word it delivers what is left.
 */
import { Driftline } from '@driftline/client';
import { fileStorage } from '@driftline/client/node';

const [, , url, file, finish] = process.argv;
const timeout = 5000;
const driftline = new Driftline({
  url,
  timeout,
  storage: fileStorage(file),
  onProblem: ({ code, message }) => {
    if (code !== 'not-available' && code !== 'timed-out') console.log(`problem ${message}`);
  },
});

async function decideAndReward(turn: number): Promise<void> {
  const unit = `unit-${process.pid}-${turn}`;
  const choice = await driftline.decide('checkout', { fallback: 'a', unit });
  if (choice.decisionId === null) return;
  const value = turn % 2;
  if (turn % 5 === 0) await driftline.rewardUnit('checkout', unit, value);
  else await choice.reward(value);
  console.log(`kept ${choice.decisionId} ${value}`);
}

if (finish === undefined) {
  for (let turn = 0; ; turn += 8) {
    await Promise.all(Array.from({ length: 8 }, (_, place) => decideAndReward(turn + place)));
    if (driftline.pending > 500) await driftline.flush();
  }
}
while ((await driftline.flush()).length > 0) await new Promise((resolve) => setImmediate(resolve));
console.log('finished');
