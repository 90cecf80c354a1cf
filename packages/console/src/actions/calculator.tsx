/** Computes a memory length from the speed of drift. */
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
    percent: readNumber('The change', amount, [0.1, 100]),
    decisions: readWhole('The number of decisions', decisions, [1, MOST_DECISIONS]),
  });
  return (
    <details class="calculator">
      <summary>Calculate a memory length</summary>
      <p class="hint">
        Enter how fast rewards drift: by how much the mean reward of an arm changes, gradually or in
        one step, and within how many decisions.
      </p>
      <div class="form-row">
        <TextField
          id="drift-amount"
          label="Change, in % of the reward range"
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
        {`With ${whole(armCount)} arms, sliding-window theory recommends a memory of `}
        <b>{whole(decisions)}</b> decisions.{' '}
        <button class="link" type="button" onClick={() => use(decisions)}>
          {`Use ${whole(decisions)}`}
        </button>
      </p>
      {caveat === '' ? null : <p class="message">{caveat}</p>}
    </>
  );
}
