/** From how fast it drifts to how much to remember. */
import { useState } from 'preact/hooks';
import { adviseMemory, type Drift } from '../words/memory.ts';
import { whole } from '../words/numbers.ts';
import { TextField } from './fields.tsx';
import { all, readNumber, readWhole } from './reading.ts';

const MOST_DECISIONS = 1_000_000_000;

export function Calculator({ armCount, use }: { armCount: number; use: (memory: number) => void }) {
  const [amount, setAmount] = useState('20');
  const [decisions, setDecisions] = useState('5000');
  const read = all<{ percent: number; decisions: number }>({
    percent: readNumber('How far', amount, [0.1, 100]),
    decisions: readWhole('Within', decisions, [1, MOST_DECISIONS]),
  });
  return (
    <details class="calculator">
      <summary>How much should it remember?</summary>
      <p class="hint">
        Say how fast it drifts: the mean reward of an arm moves by so much of the range of rewards,
        slowly or in a jump, within so many decisions.
      </p>
      <div class="form-row">
        <TextField
          id="drift-amount"
          label="How far, in %"
          value={amount}
          change={setAmount}
          numeric
        />
        <TextField
          id="drift-decisions"
          label="Within how many decisions"
          value={decisions}
          change={setDecisions}
          numeric
        />
      </div>
      {'problem' in read ? (
        <p class="problem">{read.problem}</p>
      ) : (
        <Advice
          armCount={armCount}
          drift={{ amount: read.value.percent / 100, decisions: read.value.decisions }}
          use={use}
        />
      )}
    </details>
  );
}

function Advice(props: { armCount: number; drift: Drift; use: (memory: number) => void }) {
  const { armCount, drift, use } = props;
  const { decisions, caveat } = adviseMemory(armCount, drift);
  return (
    <>
      <p id="memory-advice">
        {`With ${whole(armCount)} arms the theory of sliding windows says: remember `}
        <b>{whole(decisions)}</b> decisions.{' '}
        <button class="link" type="button" onClick={() => use(decisions)}>
          {`Use ${whole(decisions)}`}
        </button>
      </p>
      {caveat === '' ? null : <p class="message">{caveat}</p>}
    </>
  );
}
