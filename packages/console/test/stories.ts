/** The experiments that the fake service begins with. */
import type { Arm } from '@driftline/client/wire';
import { type FakeExperiment, moment, type Story, tell } from './fake-data.ts';

/** The lead goes from one arm to the next, and a third joins late. */
const checkout: Story = {
  key: 'checkout-button',
  arms: [
    { key: 'blue', state: 'active', payload: { colour: '#1f56c4', label: 'Buy now' } },
    {
      key: 'green',
      state: 'active',
      payload: {
        colour: '#3aa687',
        label: 'Buy now, and have it tomorrow before noon wherever you are',
        image:
          'https://shop.example/buttons/2026/green/large/buy-now-with-arrow-and-shadow@2x.webp',
      },
    },
    { key: 'orange-large', state: 'active' },
    { key: 'plain-link', state: 'retired' },
  ],
  decisions: 48_210,
  mean: (arm, time) => {
    const levels = [
      0.17 - 0.07 * Math.min(1, Math.max(0, 6 * (time - 0.3))),
      0.1 + 0.08 * Math.min(1, Math.max(0, 6 * (time - 0.35))),
      0.12 + 0.02 * Math.sin(5 * time),
      0.07,
    ];
    return levels[arm];
  },
  restarts: 2,
  marks: [
    { number: 0, at: moment(0), kind: 'created', text: 'created with 4 arms, policy auto' },
    {
      number: 15_320,
      at: moment(0.33),
      kind: 'restart',
      text: 'the policy detected a change and restarted',
    },
    {
      number: 20_104,
      at: moment(0.41),
      kind: 'restart',
      text: 'the policy detected a change and restarted',
    },
    { number: 28_926, at: moment(0.6), kind: 'arm', text: 'arm plain-link is retired' },
    {
      number: 28_926,
      at: moment(0.6),
      kind: 'revised',
      text: 'policy rebuilt from decision 0: an arm was retired',
    },
    { number: 39_500, at: moment(0.82), kind: 'changed', text: 'changed to explore 0.02' },
  ],
};

const fresh: Story = {
  key: 'newsletter-subject',
  arms: [
    { key: 'question', state: 'active' },
    { key: 'statement', state: 'active' },
  ],
  decisions: 0,
  mean: () => 0,
};

const paused: Story = {
  key: 'price-banner',
  arms: [
    { key: 'none', state: 'active' },
    { key: 'ten-percent', state: 'active' },
    { key: 'free-shipping', state: 'paused' },
  ],
  decisions: 9120,
  mean: (arm) => [0.2, 0.21, 0.18][arm],
  change: {
    status: 'paused',
    policy: { type: 'sw-ucb' },
    memory: { decisions: 2000, maxAge: '6h' },
    warnings: [
      {
        code: 'rewards-late',
        message:
          'one reward in twenty comes more than 640 decisions late, 0.32 of the memory, so much is half forgotten before it is known: lengthen memory',
      },
    ],
  },
};

/** As many as can be told apart, and some more. */
const crowded: Story = {
  key: 'recommendation-model.2026-03_with-a-rather-long-name-of-64-letters',
  arms: Array.from(
    { length: 12 },
    (_, i): Arm => ({
      key:
        i === 4 ? 'a-model-whose-name-is-as-long-as-the-service-permits-it-to-be-64' : `model-${i}`,
      state: 'active',
    }),
  ),
  decisions: 120_000,
  mean: (arm, time) => 0.3 + 0.1 * Math.sin(6 * time + arm) + 0.01 * arm,
};

/** What somebody might call an arm, or put into a payload, to see what the page makes of it. */
const hostile: Story = {
  key: 'unusual',
  arms: [
    {
      key: 'a',
      state: 'active',
      payload: '<img src=x onerror="document.title=1"><script>1</script>',
    },
    { key: 'b', state: 'active', payload: { '\u202ertl': ['</code>', '\u0000', '🦜'] } },
  ],
  decisions: 40,
  mean: () => 0.5,
  change: { warnings: [{ code: 'x', message: '<b>not bold</b> & so on' }] },
};

export function tellAll(): FakeExperiment[] {
  return [checkout, fresh, paused, crowded, hostile].map(tell);
}
