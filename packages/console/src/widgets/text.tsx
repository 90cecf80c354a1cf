/** Small things that many parts of the page show. */
import type { ExperimentStatus, ServiceWarning } from '@driftline/client/wire';
import { sentenceOf } from '@driftline/page-kit/widgets';
import type { Piece } from '../words/pieces.ts';

/** A sentence of which some words stand out. Whatever users named is text, and nothing else. */
export function Sentence({ pieces }: { pieces: readonly Piece[] }) {
  return (
    <>
      {pieces.map((piece, i) =>
        typeof piece === 'string' ? piece : <b key={`${i}-${piece.strong}`}>{piece.strong}</b>,
      )}
    </>
  );
}

export function StatusMark({ status }: { status: ExperimentStatus }) {
  return <span class={`status ${status}`}>{status}</span>;
}

/** Warnings of the service, in its own words. */
export function Warnings({ warnings }: { warnings: readonly ServiceWarning[] }) {
  return (
    <>
      {warnings.map(({ code, message }) => (
        <p key={`${code}-${message}`} class="message">
          {sentenceOf(message)}
        </p>
      ))}
    </>
  );
}

/** Lines for a terminal, to be selected with one click. */
export function Command({ text }: { text: string }) {
  return (
    <pre class="command">
      <code>{text}</code>
    </pre>
  );
}
