/** What lines, bands, ticks and shades mean. */

import type { ComponentChildren } from 'preact';
import { styleClasses } from '../charts/policy-style.ts';
import { believes } from './arm-now.ts';
import { lacking, outWord } from './moment.ts';
import type { Inside } from './state.ts';

function Entry({ children, words }: { children: ComponentChildren; words: string }) {
  return (
    <li>
      <svg width="26" height="12" aria-hidden="true">
        {children}
      </svg>
      {words}
    </li>
  );
}

/** How far a band reaches. */
function bandWords({ watched, shows }: Inside): string {
  switch (watched.choice) {
    case 'index':
      return 'up to the index = estimate + width';
    case 'posterior':
      return 'estimate ± 2 SD';
    default:
      return shows.explains?.width ?? 'estimate ± width';
  }
}

/** What triangles are. */
function eventWords({ watched }: Inside): string {
  const { alarms, resets } = watched;
  if (alarms.length > 0 && resets.length > 0) return 'alarm or reset';
  return alarms.length > 0 ? 'alarm' : 'reset';
}

export function Legend({ inside }: { inside: Inside }) {
  const { choice, alarms, resets } = inside.watched;
  const hasEstimate = believes(inside.watched);
  const isRecorded = inside.source.comparison.environment.kind === 'rewards';
  const lacks = lacking(inside);
  const out = outWord(inside);
  return (
    <ul class={`inside-legend chart ${styleClasses(inside.style)}`}>
      <Entry words={isRecorded ? 'average of recorded rewards' : 'true mean'}>
        <line class="truth" x1="0" x2="26" y1="6" y2="6" />
      </Entry>
      {!hasEstimate && choice !== 'probability' ? null : (
        <Entry words={choice === 'probability' ? 'probability of the arm' : 'estimate'}>
          <line class="inside-line" x1="0" x2="26" y1="6" y2="6" />
        </Entry>
      )}
      {hasEstimate && inside.hasWidths ? (
        <Entry words={bandWords(inside)}>
          <rect class="policy-band" width="26" height="12" />
        </Entry>
      ) : null}
      <Entry words="picked">
        <path
          class="inside-tick"
          d="M1,2h3v8h-3ZM6,2h3v8h-3ZM13,2h3v8h-3ZM17,2h3v8h-3ZM21,2h3v8h-3Z"
        />
      </Entry>
      {out === undefined ? null : (
        <Entry words={out}>
          <path class="inside-out" d="M0,6H26" />
        </Entry>
      )}
      {inside.memory === 'nothing' ? null : (
        <Entry words="in memory now">
          <rect class="inside-shade" width="26" height="12" />
        </Entry>
      )}
      {alarms.length + resets.length === 0 ? null : (
        <Entry words={eventWords(inside)}>
          <path class="inside-event" d="M13,1l5,9h-10Z" />
        </Entry>
      )}
      {inside.isFixed ? <li>best: the arm that pays most overall</li> : null}
      {lacks === '' ? null : <li>{lacks}</li>}
    </ul>
  );
}
