/** Which arm is best when, as a ribbon below the means. */
import {
  armTone,
  arrangement,
  type Frame,
  type Scale,
  type Tones,
  textOnArm,
} from '@driftline/page-kit/charts';
import { theme } from '@driftline/page-kit/widgets';
import { computed } from '@preact/signals';
import { armLabel } from '../charts/arm-label.ts';
import { setting } from '../state/store.ts';
import type { BestStretch, EnvironmentDigest } from './digest.ts';
import { armClass } from './front-arm.ts';
import { CHARACTER_WIDTH, RIBBON_HEIGHT, RIBBON_TOP } from './places.ts';
import { environmentFacts } from './shown.ts';

/** The tones of the theme, as the style sheet has them. */
const tones = computed<Tones>(() => {
  // Read for its changes only.
  theme.value;
  const style = getComputedStyle(document.documentElement);
  const tone = (name: string) => style.getPropertyValue(`--arm-${name}`).trim();
  return [tone('first'), tone('middle'), tone('last')];
});

function fits(text: string, width: number): boolean {
  return text.length * CHARACTER_WIDTH + 8 <= width;
}

/** What pieces of the ribbon are called: by name where every name fits, else all by what is short for it. */
function ribbonTexts({ stretches }: EnvironmentDigest, x: Scale): string[] {
  const names = setting.value.armNames;
  const widths = stretches.map(({ from, to }) => x(to) - x(from));
  const hasRoom = stretches.every(({ arm }, i) => fits(names?.[arm] ?? '', widths[i]));
  return stretches.map(({ arm }, i) => {
    const text = (hasRoom ? names?.[arm] : undefined) ?? armLabel(arm, names);
    return fits(text, widths[i] + 2) ? text : '';
  });
}

/** A stretch of the ribbon, with its letter where that fits. */
function Piece(props: { stretch: BestStretch; text: string; x: Scale; armCount: number }) {
  const { stretch, text, x, armCount } = props;
  const left = x(stretch.from);
  const width = x(stretch.to) - left;
  // A hair of the ground parts neighbours, unless nothing would be left of them.
  const shown = width > 4 ? width - 1 : width;
  return (
    <g>
      <rect
        x={left}
        y={RIBBON_TOP}
        width={shown}
        height={RIBBON_HEIGHT}
        rx={width > 6 ? 2 : 0}
        style={{ fill: armTone(stretch.arm, armCount) }}
      />
      {text === '' ? null : (
        <text
          class="ribbon-letter"
          x={left + shown / 2}
          y={RIBBON_TOP + 12}
          text-anchor="middle"
          style={{ fill: textOnArm(stretch.arm, armCount, tones.value) }}
        >
          {text}
        </text>
      )}
    </g>
  );
}

/** Which arm is best when; where one stands in front, its pieces alone keep their colour. */
export function Ribbon({ digest, x }: { digest: EnvironmentDigest; x: Scale }) {
  const texts = ribbonTexts(digest, x);
  return (
    <g>
      {digest.stretches.map((stretch, i) => (
        <g key={stretch.from} class={`arm-part ${armClass(stretch.arm)}`}>
          <Piece stretch={stretch} text={texts[i]} x={x} armCount={digest.lines.length} />
        </g>
      ))}
    </g>
  );
}

/** What the ribbon shows: which arm is best, or the one that regret compares with. */
export function RibbonTitle({ frame }: { frame: Frame }) {
  const isFixed = environmentFacts.value?.recorded?.against === 'fixed';
  const isRested = environmentFacts.value?.benchmark !== undefined;
  const isBeside = arrangement.value !== 'narrow';
  return (
    <text
      x={isBeside ? frame.right + 8 : frame.left - 6}
      y={RIBBON_TOP + 12}
      text-anchor={isBeside ? 'start' : 'end'}
    >
      {isRested ? 'benchmark' : !isBeside ? 'best' : isFixed ? 'best overall' : 'best arm'}
    </text>
  );
}
