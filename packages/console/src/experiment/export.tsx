/** All decisions as a file. The page asks for it with its key, which no link could. */
import { save } from '@driftline/page-kit/widgets';
import { useState } from 'preact/hooks';
import { exportOf } from '../api/service.ts';

const FORMATS = { ndjson: 'NDJSON', csv: 'CSV' } as const;
type Format = keyof typeof FORMATS;

export function Export({ experiment }: { experiment: string }) {
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState('');
  const fetchAndSave = async (format: Format) => {
    if (busy) return;
    setBusy(true);
    setWrong('');
    const answer = await exportOf(experiment, format);
    setBusy(false);
    if ('ok' in answer) save(`${experiment}.${format}`, answer.ok);
    else setWrong(answer.trouble.message);
  };
  return (
    <div class="export" aria-busy={busy}>
      <p class="hint">
        Each line holds one decision and its reward. You can analyze the file with{' '}
        <code>driftline advise</code>.
      </p>
      {(Object.keys(FORMATS) as Format[]).map((format) => (
        <button
          key={format}
          class="button"
          type="button"
          aria-disabled={busy}
          onClick={() => void fetchAndSave(format)}
        >
          Export {FORMATS[format]}
        </button>
      ))}
      <div role="status">{wrong === '' ? null : <p class="problem">{wrong}</p>}</div>
    </div>
  );
}
