/** What lines, bands, ticks and shades mean. */
import type { ComponentChildren } from 'preact';
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

export function Legend({ inside }: { inside: Inside }) {
  const { choice, alarms, resets } = inside.watched;
  const believes = choice === 'index' || choice === 'posterior';
  const band = choice === 'index' ? 'up to the index = estimate + width' : 'estimate ± 2 SD';
  const isRecorded = inside.source.comparison.environment.kind === 'rewards';
  const forgets = alarms.length > 0 ? 'alarm' : 'reset';
  return (
    <ul class={`inside-legend chart policy policy-${inside.style}`}>
      <Entry words={isRecorded ? 'average of recorded rewards' : 'true mean'}>
        <line class="truth" x1="0" x2="26" y1="6" y2="6" />
      </Entry>
      {choice === 'none' ? null : (
        <Entry words={choice === 'probability' ? 'probability of the arm' : 'estimate'}>
          <line class="inside-line" x1="0" x2="26" y1="6" y2="6" />
        </Entry>
      )}
      {believes ? (
        <Entry words={band}>
          <rect class="policy-band" width="26" height="12" />
        </Entry>
      ) : null}
      <Entry words="picked">
        <path
          class="inside-tick"
          d="M1,2h3v8h-3ZM6,2h3v8h-3ZM13,2h3v8h-3ZM17,2h3v8h-3ZM21,2h3v8h-3Z"
        />
      </Entry>
      {inside.memory.kind === 'nothing' ? null : (
        <Entry words="in memory now">
          <rect class="inside-shade" width="26" height="12" />
        </Entry>
      )}
      {alarms.length + resets.length === 0 ? null : (
        <Entry words={forgets}>
          <path class="inside-event" d="M13,1l5,9h-10Z" />
        </Entry>
      )}
      {inside.isFixed ? <li>best: the arm that pays most over all</li> : null}
      {choice === 'none' && inside.memory.kind !== 'nothing' ? (
        <li>what {inside.policy} believes of an arm is not one number, so it is not drawn</li>
      ) : null}
    </ul>
  );
}
