/** The fourth question in words: how heavy are the tails, how late do rewards come? */
import type { Advice } from '../contract/advice.ts';
import { isRefused } from '../contract/refusal.ts';
import type { Tails } from '../contract/tails.ts';
import { percent } from './numbers.ts';
import { delaysSentence } from './opening.ts';
import { refusalText } from './refusals.ts';

const VERDICTS: Readonly<Record<Tails['verdict'], string>> = {
  light: 'Tails are light.',
  heavy: 'Tails are heavy: robust policies were tried, too.',
  'no-variance':
    'Tails are so heavy that there may be no variance: intervals are by the order of means of blocks.',
  'no-mean': 'Tails are so heavy that there may be no mean: what depends on one cannot be told.',
};

/** Beyond, an index says nothing that matters. */
const THIN = 10;

function tailSentence({ verdict, tails, isPower, topTen }: Tails): string[] {
  const indices = tails.map(({ side, index, low, high }) =>
    high === undefined || low > THIN
      ? `${side} at least ${Math.min(low, THIN).toFixed(1)}`
      : `${side} ${index.toFixed(1)} [${low.toFixed(1)}, ${high.toFixed(1)}]`,
  );
  const shape = isPower || verdict === 'light' ? '' : ' That they are a power law is not shown.';
  return [
    `${VERDICTS[verdict]} Tail index, over the sizes seen: ${indices.join(', ')}.${shape}`,
    `The ten largest rewards make up ${percent(topTen)} of the total.`,
  ];
}

function tailsWords({ tails, units }: Advice): string[] {
  if (!isRefused(tails)) return tailSentence(tails);
  if (tails.refused === 'rewards-discrete') {
    return [`'${units.reward}' takes few values: it has no tails.`];
  }
  if (tails.refused === 'rewards-bounded') {
    return [`'${units.reward}' lies between 0 and 1: it has no tails.`];
  }
  return [refusalText(tails)];
}

function delaysWords(advice: Advice): string[] {
  const { delays, late } = advice;
  const sentence = delaysSentence(advice);
  if (!isRefused(delays)) {
    const differs =
      delays.differsByArm === true
        ? ['Delays differ between arms; worlds are played as if they did not.']
        : [];
    return [...(sentence === undefined ? [] : [sentence]), ...differs];
  }
  if (late?.isSuspected === true) {
    return [
      'The end of the log is poorer on all arms: rewards may come late. Say when they came (--arrival), or how long they are waited for (--attribution 24h).',
    ];
  }
  if (delays.refused === 'arrivals-missing') {
    return ['The log does not say when rewards came (--arrival): they are taken to come at once.'];
  }
  return [refusalText(delays)];
}

/** The answer in sentences. */
export function tailAndDelayWords(advice: Advice): string[] {
  return [...tailsWords(advice), ...delaysWords(advice)];
}
