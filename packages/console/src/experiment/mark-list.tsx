/** The marks of the charts in words, newest first. */
import type { HistoryMark } from '@driftline/client/wire';
import { useState } from 'preact/hooks';
import { momentText } from '../words/moments.ts';
import { whole } from '../words/numbers.ts';

const FIRST = 5;

export function MarkList({ marks }: { marks: readonly HistoryMark[] }) {
  const [all, setAll] = useState(false);
  if (marks.length === 0) return null;
  const newest = [...marks].reverse();
  const shown = all ? newest : newest.slice(0, FIRST);
  return (
    <>
      <h3 class="list-title">Changes and restarts</h3>
      <ul class="marks">
        {shown.map(({ number, at, kind, text }, i) => (
          <li key={`${number}-${kind}-${i}`}>
            <span aria-hidden="true">{kind === 'restart' ? '▲' : '◇'}</span>
            <span class="mark-number">{whole(number)}</span>
            <span class="mark-text">{text}</span>
            <time class="small" dateTime={at}>
              {momentText(at)}
            </time>
          </li>
        ))}
      </ul>
      {newest.length > FIRST ? (
        <button class="link" type="button" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? `Show the latest ${FIRST}` : `Show all ${whole(newest.length)}`}
        </button>
      ) : null}
    </>
  );
}
