/** On paper only: what the results are of, and how to have them again. */
import { counted } from '@driftline/engine/display';
import { played, shownComparison } from '../run/run.ts';
import { commandLineOf } from '../setting/experiment-file.ts';

export function Imprint() {
  const shown = played.value;
  if (shown === undefined) return null;
  const { replications, seed } = shown.result;
  return (
    <p class="foot only-print">
      {counted(replications, 'replication')} with seed {seed}. To reproduce these numbers:{' '}
      <code>{commandLineOf(shownComparison(shown))}</code>
    </p>
  );
}
