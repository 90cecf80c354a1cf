/** What changes in a row when the slot moves: what is remembered, and what is known now. */
import { arrangement } from '@driftline/page-kit/charts';
import { slot } from '../state/store.ts';
import { type ArmNow, armAt, nowLine, nowLines, titleWords } from './arm-now.ts';
import { countsUntil, faintAge, reachesAt, sinceOf } from './memory.ts';
import type { RowDrawing } from './row-layout.ts';
import type { Inside } from './state.ts';

/** The style sheet fills shades with it. */
const FADING = 'inside-fading';
export const FRAME_CLIP = 'inside-frame';

/** Stops of a gradient that fades as weights do. */
export function FadingGradient() {
  const shares = [0, 0.2, 0.4, 0.55, 0.7, 0.8, 0.9, 1];
  return (
    <linearGradient id={FADING}>
      {shares.map((share) => (
        <stop
          key={share}
          offset={share}
          class="inside-fading-stop"
          stop-opacity={Math.round(1000 * 0.01 ** (1 - share)) / 1000}
        />
      ))}
    </linearGradient>
  );
}

/** Where rows stand: the arm of each, and its top. */
export interface PlacedRow {
  readonly arm: number;
  readonly top: number;
}

interface Rows {
  readonly drawing: RowDrawing;
  readonly rows: readonly PlacedRow[];
}

/** A stretch of slots that count, and how much. */
interface Counting {
  readonly from: number;
  readonly to: number;
  readonly share: number;
}

/** Stretches that one of several learners took itself. */
function ownStretches({ watched }: Inside, now: number): Counting[] {
  const { learners, earliest } = watched;
  const found: Counting[] = [];
  let from = -1;
  for (let old = earliest[now]; old <= now; old++) {
    const isOwn = old < now && learners[old] === learners[now];
    if (isOwn && from < 0) from = old;
    if (!isOwn && from >= 0) {
      found.push({ from, to: old, share: 1 });
      from = -1;
    }
  }
  return found;
}

/** Stretches between what guesses reach back to, the farther the fewer. */
function guessedStretches({ watched }: Inside, now: number): Counting[] {
  const reaches = reachesAt(watched, now);
  return Array.from(reaches, (reach, i) => ({
    from: now - Math.min(now, reach),
    to: now - (reaches[i + 1] ?? 0),
    share: (i + 1) / reaches.length,
  }));
}

function Stretches({ drawing, rows, stretches }: Rows & { stretches: readonly Counting[] }) {
  const { x, sizes } = drawing;
  const height = sizes.tickTop + sizes.tickHeight;
  return (
    <g clip-path={`url(#${FRAME_CLIP})`}>
      {stretches
        .filter(({ from, to }) => to > from)
        .map(({ from, to, share }) => (
          <g key={from} opacity={share}>
            <path
              class="inside-shade"
              d={rows
                .map(({ top }) => `M${x(from)},${top}H${x(to)}v${height}H${x(from)}Z`)
                .join('')}
            />
          </g>
        ))}
    </g>
  );
}

/** The slots whose rewards count now. */
export function MemoryShade(props: Rows) {
  const { inside } = props.drawing;
  const now = slot.value;
  if (inside.memory === 'nothing' || now >= inside.watched.slots) return null;
  switch (inside.memory) {
    case 'learner':
      return <Stretches {...props} stretches={ownStretches(inside, now)} />;
    case 'guesses':
      return <Stretches {...props} stretches={guessedStretches(inside, now)} />;
    default:
      return <PlainShade {...props} now={now} />;
  }
}

/** One stretch for each arm, even or fading. */
function PlainShade({ drawing, rows, now }: Rows & { now: number }) {
  const { inside, x, sizes } = drawing;
  const { watched, memory } = inside;
  const since = sinceOf(watched, now);
  const isFading = memory === 'discount';
  const oldest = now - faintAge(watched.discount);
  const right = x(Math.min(now, countsUntil(watched, now)));
  return (
    <g clip-path={`url(#${FRAME_CLIP})`}>
      {rows.map(({ arm, top }) => {
        const left = x(isFading ? oldest : since[arm]);
        return (
          <rect
            key={arm}
            class={isFading ? 'inside-shade fading' : 'inside-shade'}
            x={left}
            y={top}
            width={Math.max(0, right - left)}
            height={sizes.tickTop + sizes.tickHeight}
          />
        );
      })}
    </g>
  );
}

/** Heights are kept within the row; what lies beyond has a mark of its own. */
function within(height: number, plot: number): number {
  return Math.min(Math.max(height, 0), plot);
}

/** The index as a cap; as an arrow where it lies above the row. */
function Cap({ at, height }: { at: number; height: number }) {
  return height < 0 || !Number.isFinite(height) ? (
    <path class="policy-solid" d={`M${at - 5},4L${at},-3L${at + 5},4Z`} />
  ) : (
    <line class="inside-cap" x1={at - 6} x2={at + 6} y1={height} y2={height} />
  );
}

/** Estimate, width, index and true mean of now, on the row's scale. */
function Marks({ drawing, now, at }: { drawing: RowDrawing; now: ArmNow; at: number }) {
  const { inside, y, sizes } = drawing;
  const { choice } = inside.watched;
  const value = choice === 'probability' ? now.probability : now.estimate;
  const top = within(y(now.estimate + now.width), sizes.plot);
  const down = choice === 'index' ? 0 : now.width;
  const bottom = within(y(now.estimate - down), sizes.plot);
  const truth = y(now.mean);
  return (
    <g>
      {Number.isNaN(now.width) ? null : (
        <rect class="policy-band" x={at - 5} y={top} width={10} height={bottom - top} />
      )}
      {choice === 'index' ? <Cap at={at} height={y(now.index)} /> : null}
      {Number.isNaN(now.draw) ? null : <Cap at={at} height={y(now.draw)} />}
      {Number.isNaN(value) ? null : (
        <circle class="policy-solid" cx={at} cy={within(y(value), sizes.plot)} r={4} />
      )}
      {truth < -1 || truth > sizes.plot + 1 ? null : (
        <line class="inside-truth-now" x1={at - 9} x2={at + 9} y1={truth} y2={truth} />
      )}
    </g>
  );
}

const LINE_HEIGHT = 16;

/** Characters of a name that fit beside "· picked · best". */
const MOST_NAME = { wide: 16, medium: 10, narrow: 0 } as const;

function Words({
  drawing,
  arm,
  now,
  at,
}: {
  drawing: RowDrawing;
  arm: number;
  now: ArmNow;
  at: number;
}) {
  const { inside, sizes } = drawing;
  const isBrief = arrangement.value === 'medium';
  const lines =
    sizes.lines === 2 ? [nowLine(inside, now, isBrief)] : nowLines(inside, now, isBrief);
  return (
    <>
      <text class="ink" x={at} y={11}>
        {titleWords(inside.title(arm), now, MOST_NAME[arrangement.value])}
      </text>
      {lines.map((line, i) => (
        <text key={i} x={at} y={11 + LINE_HEIGHT * (i + 1)}>
          {line}
        </text>
      ))}
    </>
  );
}

/** The numbers of now at the right of each row. */
export function NowGutter({ drawing, rows }: Rows) {
  const { inside, frame, sizes } = drawing;
  const at = slot.value;
  if (at >= inside.watched.slots) return null;
  const marks = frame.right + (sizes.lines === 0 ? 20 : 24);
  return (
    <g>
      {rows.map(({ arm, top }) => {
        const now = armAt(inside, at, arm);
        return (
          <g key={arm} transform={`translate(0,${top})`}>
            {now.isPicked ? (
              <rect
                class="policy-solid"
                x={frame.right + 5}
                y={0}
                width={3}
                height={sizes.tickTop + sizes.tickHeight}
              />
            ) : null}
            <Marks drawing={drawing} now={now} at={marks} />
            {sizes.lines === 0 ? null : (
              <Words drawing={drawing} arm={arm} now={now} at={marks + 24} />
            )}
          </g>
        );
      })}
    </g>
  );
}
