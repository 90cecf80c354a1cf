import { answerSentence } from '@driftline/engine/display';
import { played } from '../run/run.ts';
import { Panel } from './panel.tsx';

export function RegretPanel() {
  const shown = played.value;
  return (
    <Panel
      id="regret"
      title="What each policy loses"
      sentence={shown === undefined ? '' : answerSentence(shown.result)}
    >
      <pre>{shown?.result.policies.map((p) => `${p.name} ${p.regret.mean}`).join('\n')}</pre>
    </Panel>
  );
}
