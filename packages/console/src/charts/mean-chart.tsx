/** What each arm paid, and at the right what the policy makes of it now. */
import type { ArmKnowledge, ExperimentState, History } from '@driftline/client/wire';
import { arrangement, pathOf, ValueAxis } from '@driftline/page-kit/charts';
import { valueText } from '../words/numbers.ts';
import { armDash, armFill, armStroke } from './arm-style.tsx';
import { EndLabels } from './end-labels.tsx';
import type { Place } from './place.ts';
import { type DrawnArm, pooledMeans } from './series.ts';

/** A line through what was pooled, from its first decision to its last. */
function MeanLine({ history, arm, place }: { history: History; arm: DrawnArm; place: Place }) {
  const points = pooledMeans(history, arm.place);
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return null;
  const { x, y } = place;
  const path = pathOf([
    [x(first.from), y(first.mean)],
    ...points.map(({ number, mean }) => [x(number), y(mean)] as const),
    [x(last.to), y(last.mean)],
  ]);
  return <path class={armDash(arm)} style={armStroke(arm)} d={path} />;
}

/** Mean and index, as the label of an arm has them; where there is less room the mean alone. */
function knowledgeText({ mean, index }: ArmKnowledge): string {
  return index === null || arrangement.value !== 'wide'
    ? valueText(mean)
    : `${valueText(mean)} · index ${valueText(index)}`;
}

/** The present mean as a dot, and a line up to the index, which may lie above the chart. */
function Now({
  arm,
  known,
  place,
  at,
}: {
  arm: DrawnArm;
  known: ArmKnowledge;
  place: Place;
  at: number;
}) {
  if (known.mean === null) return null;
  const { y, top, bottom } = place;
  const within = (value: number) => Math.min(bottom, Math.max(top, y(value)));
  return (
    <g>
      {known.index === null ? null : (
        <line
          class="index-line"
          style={armStroke(arm)}
          x1={at}
          x2={at}
          y1={within(known.mean)}
          y2={within(known.index)}
        />
      )}
      <circle style={armFill(arm)} cx={at} cy={within(known.mean)} r="3.5" />
    </g>
  );
}

export function MeanChart(props: {
  history: History;
  state: ExperimentState;
  arms: readonly DrawnArm[];
  place: Place;
}) {
  const { history, state, arms, place } = props;
  const live = arms.flatMap((arm) => {
    const known = state.arms[arm.place];
    return known === undefined || arm.retired ? [] : [{ arm, known }];
  });
  // Side by side, as indices lie close together.
  const apart = arrangement.value === 'narrow' ? 0 : 5;
  const labels = live
    .filter(({ known }) => known.mean !== null)
    .map(({ arm, known }) => ({
      arm,
      target: Math.min(place.bottom, Math.max(place.top, place.y(known.mean ?? 0))),
      value: knowledgeText(known),
    }));
  return (
    <g>
      <ValueAxis y={place.y} frame={place.frame} count={4} />
      {[...arms].reverse().map((arm) => (
        <MeanLine key={arm.key} history={history} arm={arm} place={place} />
      ))}
      {live.map(({ arm, known }, i) => (
        <Now
          key={arm.key}
          arm={arm}
          known={known}
          place={place}
          at={place.frame.right + i * apart}
        />
      ))}
      <EndLabels place={place} labels={labels} after={4 + live.length * apart} />
    </g>
  );
}
