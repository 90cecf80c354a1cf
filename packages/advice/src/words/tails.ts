/** The fourth question in words: how heavy are the tails, how late do rewards come? */
import type { Advice } from '../contract/advice.ts';
import { isRefused } from '../contract/refusal.ts';
import type { Tails } from '../contract/tails.ts';
import { percent } from './numbers.ts';
import { delaysSentence } from './opening.ts';
import { needText, refusalText } from './refusals.ts';

const VERDICTS: Readonly<Record<Tails['verdict'], string>> = {
  light: 'Tails are light.',
  heavy: 'Tails are heavy: robust policies are among the candidates.',
  'no-variance':
    'Tails are so heavy that there is no variance: intervals are those of medians of means.',
  'no-mean': 'Tails are so heavy that there is no mean: nothing can be told that depends on one.',
};

function tailSentence({ verdict, tails, isPower, topTen }: Tails): string[] {
  const indices = tails.map(
    ({ side, index, low, high }) =>
      `${side} ${index.toFixed(1)} [${low.toFixed(1)}, ${high.toFixed(1)}]`,
  );
  const shape = isPower || verdict === 'light' ? '' : ' That they are a power law is not shown.';
  return [
    `${VERDICTS[verdict]} Tail index: ${indices.join(', ')}.${shape}`,
    `The ten largest rewards make up ${percent(topTen)} of the total.`,
  ];
}

function tailsWords({ tails, units }: Advice): string[] {
  if (!isRefused(tails)) return tailSentence(tails);
  if (tails.refused === 'rewards-discrete') {
    return [`Rewards in '${units.reward}' have few values: there are no tails.`];
  }
  if (tails.refused === 'rewards-bounded') {
    return [`Rewards in '${units.reward}' lie between 0 and 1: there are no tails.`];
  }
  return [refusalText(tails)];
}

function delaysWords(advice: Advice): string[] {
  const { delays, late } = advice;
  const sentence = delaysSentence(advice);
  if (!isRefused(delays)) {
    const differs =
      delays.differsByArm === true
        ? ['Delays differ between arms, which the simulation leaves out.']
        : [];
    return [...(sentence === undefined ? [] : [sentence]), ...differs];
  }
  if (late?.isSuspected === true) {
    return [
      'The end of the log is poorer on all arms: rewards may come late. Say when with --arrival, or how long with --attribution.',
    ];
  }
  if (delays.refused === 'arrivals-missing') {
    return ['When rewards came, the log does not say (--arrival); they are taken to come at once.'];
  }
  return [refusalText(delays), needText(delays.need)].filter((text) => text !== '');
}

/** The answer in sentences. */
export function tailAndDelayWords(advice: Advice): string[] {
  return [...tailsWords(advice), ...delaysWords(advice)];
}
