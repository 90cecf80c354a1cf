/** What policies would have earned: a row each, with intervals. */
import {
  assemble,
  type ChartRow,
  dotWithInterval,
  drawRows,
  type Figure,
  type FigureOptions,
  linearAxis,
  policyStyle,
  polyline,
  rowPlaces,
  SECOND_INK,
} from '@driftline/engine/drawing';
import type { Advice } from '../../contract/advice.ts';
import { isRefused } from '../../contract/refusal.ts';
import type { PolicyValue, Value } from '../../contract/values.ts';
import { namedValues, valueName } from '../../words/value-names.ts';
import { around, label, shown } from './axes.ts';

function isAnswered(value: Value): value is PolicyValue {
  return !isRefused(value);
}

/** Without what a policy is given, where one of its kind is drawn. */
function shortName({ policy }: PolicyValue, all: readonly PolicyValue[]): string {
  if (policy.startsWith('fixed:')) return valueName(policy);
  const [id] = policy.split(':');
  const isOnly = all.filter((each) => each.policy.split(':')[0] === id).length === 1;
  return isOnly ? valueName(id) : policy;
}

function numbersText(values: readonly PolicyValue[]): string {
  return values
    .map(
      ({ policy, value, low, high }) =>
        `${valueName(policy)}: ${shown(value)}, interval ${shown(low)} to ${shown(high)}.`,
    )
    .join(' ');
}

/** Draws it; undefined where no value is known. */
export function valuesFigure(advice: Advice, options: FigureOptions): Figure | undefined {
  const { units } = advice;
  const known = namedValues(advice).filter(isAnswered);
  if (known.length < 2) return undefined;
  const isRule = ({ how, policy }: PolicyValue) => how !== 'logged' && !policy.startsWith('fixed:');
  const narrow = options.width === 'half';
  const rows: ChartRow[] = known.map((value) => ({
    label: label(shortName(value, known), options),
    aside: !isRule(value),
    ...(narrow ? {} : { value: shown(value.value) }),
  }));
  const range = around(known.flatMap(({ low, high, value }) => [low, high, value]));
  const axis = linearAxis(`'${units.reward}' per decision`, ...range, narrow ? 3 : 6);
  const places = rowPlaces(rows, axis, 0, options);
  const logged = known.find(({ how }) => how === 'logged');
  const { top, bottom } = places.frame;
  const level =
    logged === undefined
      ? []
      : [
          polyline(
            [
              [places.along(logged.value), top],
              [places.along(logged.value), bottom],
            ],
            { colour: SECOND_INK, width: 0.75, dash: '2 3' },
          ),
        ];
  const dots = known.map((value, i) =>
    dotWithInterval(
      places.middle(i),
      { mean: value.value, low: value.low, high: value.high },
      places,
      isRule(value) ? policyStyle(0).colour : SECOND_INK,
    ),
  );
  return assemble(
    {
      name: 'values',
      title: 'Estimated earnings on this log',
      caption: `Estimated '${units.reward}' per decision in the period of this log, with 95% intervals. The dotted line is the logged mean. Gray rows are the best single arm and the log.`,
      numbers: numbersText(known),
      frame: places.frame,
      content: [drawRows(rows, axis, places), ...level, ...dots],
    },
    options,
  );
}
