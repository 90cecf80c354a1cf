/** The fifth question in words: what is adapting worth? */
import type { Advice } from '../contract/advice.ts';
import { isRefused } from '../contract/refusal.ts';
import type { Estimate } from '../contract/values.ts';
import type { Answered } from './answered.ts';
import { Amounts, armName, count, rough } from './numbers.ts';
import { refusalText } from './refusals.ts';
import { fixedName, isRule, namedValues, subjectName, withShortNames } from './value-names.ts';
import { comparison } from './values.ts';

const PER = 1000;

/** A gain per decision as one per thousand. */
function perThousand({ value, low, high }: Estimate): Estimate {
  return { value: PER * value, low: PER * low, high: PER * high };
}

function gainText(policy: string, above: Estimate, rival: string, rows: number): string {
  const amounts = new Amounts([(PER * (above.high - above.low)) / 4]);
  const whole = rough(Math.abs(above.value) * rows, 3);
  return comparison(policy, perThousand(above), rival, {
    amounts,
    unit: ` per ${count(PER)} decisions`,
    remark: ` (${whole} over this log)`,
  });
}

/** What the advice itself would gain, over what was logged and over the best single arm. */
function gainPoint(advice: Advice): string[] {
  const { values, log } = advice;
  const [head] = withShortNames(namedValues(advice)).filter(isRule);
  if (head === undefined || isRefused(head)) return [];
  const { policy, aboveLogged, aboveFixed } = head;
  const sentences = [
    ...(aboveLogged === undefined
      ? []
      : [gainText(subjectName(policy), aboveLogged, 'what was logged', log.rows)]),
    ...(aboveFixed === undefined
      ? []
      : [
          gainText(
            aboveLogged === undefined ? subjectName(policy) : 'It',
            aboveFixed,
            fixedName(values),
            log.rows,
          ),
        ]),
  ];
  return sentences.length === 0 ? [] : [sentences.join(' ')];
}

/** The answer. */
export function gainWords(advice: Advice): Answered {
  const { gain, units, log } = advice;
  if (isRefused(gain)) {
    const leastShare = Math.min(...log.logging.shares);
    return { answer: refusalText(gain, { leastShare }), points: [] };
  }
  const { headroom, low, fixed, isSignificant, error } = gain;
  const amounts = new Amounts([PER * error], PER * headroom);
  const best = `always ${armName(fixed)}`;
  const unit = `'${units.reward}' per ${count(PER)} decisions`;
  if (headroom <= 0) {
    return {
      answer: `No gain from adapting is shown: at no time is another arm seen to be better than ${armName(fixed)}.`,
      points: [],
    };
  }
  if (!isSignificant) {
    return {
      answer: `No gain from adapting is shown: always playing the best arm of the moment might earn ${amounts.text(PER * headroom)} more ${unit} than ${best}, but that may be chance.`,
      points: [],
    };
  }
  const model =
    gain.how === 'model'
      ? ['This is an estimate from a model of the arms, because the log has no propensities.']
      : [];
  return {
    answer: `Always playing the best arm of the moment would earn about ${amounts.text(PER * headroom)} more ${unit} than ${best}, and at least ${amounts.text(PER * low)} more with 95% confidence. Over this log, that is at least ${rough(low * log.rows, 3)} more '${units.reward}'.`,
    points: [...model, ...gainPoint(advice)],
  };
}
