// Actions with features and a context, rewards that come late, and a restart in between.
import { type ContextualSelection, createContextualDecider } from '@driftline/core/contextual';

function create() {
  return createContextualDecider('d-linucb', {
    // What is known of a reader, and of an article. Each column of the article has an effect that depends on the reader.
    features: [
      { kind: 'cycle', name: 'hour', period: 24 },
      { kind: 'flag', name: 'subscriber' },
    ],
    actionFeatures: [
      { kind: 'category', name: 'topic', values: ['news', 'sports', 'travel'] },
      { kind: 'number', name: 'age', min: 1, max: 240, scale: 'log' },
    ],
    crossed: true,
    window: 1000,
    width: 0.15,
    noise: 0.5,
  });
}

type Article = { readonly topic: string; readonly age: number };

/** Stands for your readers: in the morning they want news, in the evening sports. After 1,500 of them, travel. */
function isRead({ topic, age }: Article, hour: number, reader: number): number {
  const evening = reader < 1500 ? 'sports' : 'travel';
  const wanted = hour < 12 ? 'news' : evening;
  const rate = (topic === wanted ? 0.6 : 0.1) - age / 1000;
  return (reader * 0.6180339887) % 1 < rate ? 1 : 0;
}

let decider = create();
const waiting: { decision: ContextualSelection; reward: number }[] = [];
let [read, late] = [0, 0];
for (let reader = 0; reader < 3000; reader++) {
  const context = { hour: (reader * 7) % 24, subscriber: reader % 3 === 0 };
  // Each reader is offered other articles. Their number may differ, too.
  const actions = ['news', 'sports', 'travel']
    .slice(0, 2 + (reader % 2))
    .map((topic, i) => ({ topic, age: 1 + ((reader * (i + 5)) % 100) }));
  const decision = decider.decide({ context, actions });
  const reward = isRead(actions[decision.arm], context.hour, reader);
  waiting.push({ decision, reward });
  read += reward;
  if (reader >= 2000) late += reward;
  // Whether somebody read on is known twenty readers later.
  if (waiting.length <= 20) continue;
  const [first] = waiting.splice(0, 1);
  decider.update(first.decision, first.reward);
  if (reader !== 1000) continue;
  const saved = JSON.stringify(decider.snapshot());
  decider = create();
  decider.restore(JSON.parse(saved));
}
console.log(`read: ${read} of 3000, ${late} of the last 1000; pending: ${waiting.length}`);

const effects = decider.policy
  .coefficients()
  .filter(({ name }) => name.startsWith('topic=') && !name.includes('×'));
for (const { name, estimate } of effects) console.log(`${name}: ${estimate.toFixed(2)}`);
