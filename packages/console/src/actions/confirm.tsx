/** A dialog that states the effects of an action, and carries it out. */
import { Dialog } from '@driftline/page-kit/widgets';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { doing } from './doing.ts';

/** Does something once, and keeps why it could not be done. */
function useDoing(act: () => Promise<string | undefined>) {
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<string | undefined>(undefined);
  const submit = async () => {
    if (busy) return;
    setBusy(true);
    setWrong(undefined);
    const trouble = await act();
    // Once it is done the dialog is gone.
    if (trouble === undefined) return;
    setBusy(false);
    setWrong(trouble);
  };
  return { busy, wrong, submit };
}

export function ActionDialog(props: {
  id: string;
  title: string;
  /** What the button says. */
  action: string;
  /** What it will do. */
  consequences: readonly string[];
  /** Why it can't be done as it is. */
  problem?: string | undefined;
  /** Whether there is nothing to do yet. */
  idle?: boolean;
  act: () => Promise<string | undefined>;
  children?: ComponentChildren;
}) {
  const { id, title, action, consequences, problem, idle = false, act, children } = props;
  const { busy, wrong, submit } = useDoing(act);
  const isReady = !busy && !idle && problem === undefined;
  return (
    <Dialog id={id} title={title} close={close}>
      <form
        class="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) void submit();
        }}
      >
        {children}
        <div class="form-end">
          <Consequences sentences={consequences} />
          <p class="problem" role="status">
            {problem}
          </p>
          <Refused why={wrong} />
          <Buttons action={busy ? 'Working…' : action} isReady={isReady} />
        </div>
      </form>
    </Dialog>
  );
}

function close(): void {
  doing.value = undefined;
}

function Buttons({ action, isReady }: { action: string; isReady: boolean }) {
  return (
    <div class="form-buttons">
      <button class="button" type="button" onClick={close}>
        Cancel
      </button>
      <button class="button primary" type="submit" disabled={!isReady}>
        {action}
      </button>
    </div>
  );
}

/** Why the service, or the form, did not take it. */
export function Refused({ why }: { why: string | undefined }) {
  return why === undefined ? null : (
    <p class="message error" role="alert">
      {why}
    </p>
  );
}

/** What will happen, a sentence each. */
export function Consequences({ sentences }: { sentences: readonly string[] }) {
  if (sentences.length === 0) return null;
  return (
    <div class="consequences">
      <h3>Effects</h3>
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
  );
}
