/** Asks for a key if the service requires one. */
import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { trouble } from '../data/answers.ts';
import { key, setKey } from '../state/key.ts';

/** Number of attempts; each new one reloads the data. */
export const attempts = signal(0);

export function KeyForm() {
  const [typed, setTyped] = useState('');
  const isRefused = key.value !== '';
  return (
    <form
      class="panel key-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim() === '') return;
        setKey(typed.trim());
        trouble.value = undefined;
        attempts.value++;
      }}
    >
      <h1>This service requires a key</h1>
      <p class="sentence">
        A key with the scope <code>read</code> shows everything on this page. Changes need the scope{' '}
        <code>configure</code>. To create a key, run{' '}
        <code>driftline keys add NAME --scopes read,configure</code> on the machine that runs the
        service. The key stays in this tab and is deleted when you close it.
      </p>
      {isRefused ? (
        <p class="message error" role="alert">
          This key was not accepted. It may be mistyped or revoked. Try again or use another key.
        </p>
      ) : null}
      <label for="key">Key</label>
      <input
        id="key"
        class="field"
        type="password"
        autocomplete="off"
        spellcheck={false}
        placeholder="dl_…"
        value={typed}
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
      <div class="form-buttons">
        <button class="button primary" type="submit">
          Open console
        </button>
      </div>
    </form>
  );
}
