/** Asks for a key, where the service wants one. */
import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { trouble } from '../data/answers.ts';
import { key, setKey } from '../state/key.ts';

/** Counts attempts: each begins to look anew. */
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
      <h1>This service asks for a key</h1>
      <p class="sentence">
        A key with the scope <code>read</code> shows everything here; changes need{' '}
        <code>configure</code>. One is made where the service runs, with{' '}
        <code>driftline keys add NAME --scopes read,configure</code>. It stays in this tab, and is
        forgotten with it.
      </p>
      {isRefused ? (
        <p class="message error" role="alert">
          That key was not accepted: it may be mistyped, or was revoked. Try it again, or another
          one.
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
          Open
        </button>
      </div>
    </form>
  );
}
