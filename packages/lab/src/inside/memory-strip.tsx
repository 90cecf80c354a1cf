/** A strip of what counts now: one line per arm, a bar for each reward. */

import { arrangement, frameOf, useWidth } from '@driftline/page-kit/charts';
import { theme } from '@driftline/page-kit/widgets';
import { computed, effect, type ReadonlySignal } from '@preact/signals';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { styleClasses } from '../charts/policy-style.ts';
import { slot } from '../state/store.ts';
import { type Bars, layStrip, stretchAt } from './memory.ts';
import { barsSentence, type Held, memorySentence, stripEnds } from './sentences.ts';
import { useShownArms } from './shown-arms.ts';
import type { Inside } from './state.ts';

/** The widest a bar may be. */
const WIDEST_BAR = 8;
const SHORTEST_BAR = 3;
/** A bar of little weight is still seen. */
const FAINTEST = 0.06;

/** Rewards that are not just 0 or 1 need some height to be distinguished. */
function lineHeight({ rewards }: Inside, lines: number): number {
  if (lines > 6) return rewards.isBinary ? 14 : 18;
  return rewards.isBinary ? 18 : 26;
}

interface Strip {
  readonly held: Held;
  readonly bars: Bars;
}

function stripAt(inside: Inside, at: number, width: number): Strip {
  const { watched, shows, memory, rewards } = inside;
  const shownSlot = Math.min(at, watched.slots - 1);
  const stretch = stretchAt(memory, watched, shownSlot, Math.ceil(width / WIDEST_BAR));
  const held: Held = { watched, shows, kind: memory, slot: shownSlot, stretch };
  const { range } = rewards;
  const bars = layStrip({
    watched,
    slot: shownSlot,
    stretch,
    width,
    range,
    totals: inside.totals,
  });
  return { held, bars };
}

interface Colours {
  readonly bar: string;
  readonly cut: string;
}

function coloursOf(element: Element): Colours {
  const style = getComputedStyle(element);
  const of = (name: string) => style.getPropertyValue(name).trim();
  return { bar: of('--colour'), cut: of('--ink') };
}

/** Where a bar stands on the canvas. */
interface Placement {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Calls back for each bar in the line of its arm, on whole pixels, where edges are sharp. */
function eachBar(
  bars: Bars,
  lineOf: Int32Array,
  height: number,
  draw: (bar: Placement, i: number) => void,
): void {
  const growth = height - 3 - SHORTEST_BAR;
  const gap = bars.width >= 3 ? 1 : 0;
  const ratio = devicePixelRatio || 1;
  const sharp = (at: number) => Math.round(at * ratio) / ratio;
  for (let i = 0; i < bars.count; i++) {
    const line = lineOf[bars.arm[i]];
    if (line < 0) continue;
    const left = sharp(bars.x[i]);
    const width = Math.max(1, sharp(bars.x[i] + bars.width) - left - gap);
    const tall = SHORTEST_BAR + bars.height[i] * growth;
    const top = (line + 1) * height - 1 - tall;
    draw({ left, top, width: Math.min(WIDEST_BAR, width), height: tall }, i);
  }
}

function paint(
  context: CanvasRenderingContext2D,
  bars: Bars,
  lineOf: Int32Array,
  lineTall: number,
  colours: Colours,
): void {
  context.fillStyle = colours.bar;
  eachBar(bars, lineOf, lineTall, ({ left, top, width, height }, i) => {
    const emphasis = bars.height[i] > 0 ? 1 : 0.6;
    context.globalAlpha = Math.max(FAINTEST, bars.strength[i]) * emphasis;
    context.fillRect(left, top, width, height);
  });
  context.globalAlpha = 1;
  if (!bars.cut.subarray(0, bars.count).includes(1)) return;
  context.fillStyle = colours.cut;
  eachBar(bars, lineOf, lineTall, ({ left, top, width }, i) => {
    if (bars.cut[i] === 1) context.fillRect(left, top - 1, width, 1.5);
  });
}

/** Readies a canvas for another drawing of a size, in sharp pixels. */
function clear(canvas: HTMLCanvasElement, width: number, height: number) {
  const ratio = devicePixelRatio || 1;
  const [across, down] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== across || canvas.height !== down) {
    canvas.width = across;
    canvas.height = down;
  }
  const context = canvas.getContext('2d');
  if (context === null) return undefined;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  return context;
}

interface StripProps {
  readonly inside: Inside;
  readonly strip: ReadonlySignal<Strip>;
  readonly width: number;
}

function Canvas({ inside, strip, width, arms }: StripProps & { arms: readonly number[] }) {
  const element = useRef<HTMLCanvasElement>(null);
  const height = lineHeight(inside, arms.length);
  const { style, watched } = inside;
  const shownTheme = theme.value;
  // Before the next paint, so that a theme that is put on for printing is there in time.
  useLayoutEffect(() => {
    const canvas = element.current;
    if (canvas === null) return undefined;
    const lineOf = new Int32Array(watched.armCount).fill(-1);
    arms.forEach((arm, line) => {
      if (arm >= 0) lineOf[arm] = line;
    });
    // Read here and not in every frame, where asking for a style is slow: when theme or style change.
    const colours = coloursOf(canvas);
    return effect(() => {
      const context = clear(canvas, width, height * arms.length);
      if (context !== undefined) paint(context, strip.value.bars, lineOf, height, colours);
    });
  }, [strip, width, arms, height, watched, shownTheme, style]);
  return (
    <canvas
      ref={element}
      class="inside-strip"
      style={{ width: `${width}px`, height: `${height * arms.length}px` }}
      role="img"
      aria-label={`Rewards that ${inside.policy} uses now, one line per arm`}
    />
  );
}

/** What stands at the two ends of the strip. */
function Ends({ strip }: Pick<StripProps, 'strip'>) {
  const [left, right] = stripEnds(strip.value.held);
  return (
    <div class="inside-strip-ends small">
      <span>{left}</span>
      <span>{right}</span>
    </div>
  );
}

function Sentence({ inside, strip }: Omit<StripProps, 'width'>) {
  const { held, bars } = strip.value;
  const { isBinary, range } = inside.rewards;
  const { limits, bounds } = inside.watched;
  const mayCut = limits.length > 0 || Number.isFinite(bounds[0]);
  const explained =
    held.kind === 'nothing' ? '' : barsSentence(isBinary, range, bars.slotsPerBar, mayCut);
  return (
    <p class="sentence">
      {memorySentence(held)} {explained}
    </p>
  );
}

function Lines(props: StripProps) {
  const { inside } = props;
  const arms = useShownArms(inside, false);
  return (
    <div class={`inside-strip-place ${styleClasses(inside.style)}`}>
      <ol class="inside-strip-arms" aria-hidden="true">
        {arms.map((arm, line) => (
          <li key={line} style={{ height: `${lineHeight(inside, arms.length)}px` }}>
            {arm < 0 ? '' : inside.label(arm)}
          </li>
        ))}
      </ol>
      <div>
        <Canvas {...props} arms={arms} />
        <Ends strip={props.strip} />
      </div>
    </div>
  );
}

export function MemoryStrip({ inside }: { inside: Inside }) {
  const [element, whole] = useWidth();
  const { left } = frameOf(whole, arrangement.value);
  const width = Math.max(1, whole - left);
  const strip = useMemo(() => computed(() => stripAt(inside, slot.value, width)), [inside, width]);
  return (
    <div class="inside-memory" ref={element}>
      <h3>In memory</h3>
      {whole === 0 ? null : <Sentence inside={inside} strip={strip} />}
      {whole === 0 || inside.memory === 'nothing' ? null : (
        <Lines inside={inside} strip={strip} width={width} />
      )}
    </div>
  );
}
