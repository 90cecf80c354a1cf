/** What is wrong with a file, and what it should look like. */
import { useEffect } from 'preact/hooks';
import { dialogOpen, dismissTrouble, fileTrouble, openFileDialog, readFile } from './file.ts';

/** Takes a file that was dropped; anything else is left to the browser. */
async function dropFile(event: DragEvent): Promise<void> {
  const file = event.dataTransfer?.files[0];
  if (file === undefined) return;
  event.preventDefault();
  await readFile(file);
  // It may have been dropped far from where its trouble is shown.
  if (fileTrouble.value === '' || dialogOpen.value) return;
  document.querySelector('.file-trouble')?.scrollIntoView({ block: 'nearest' });
}

function allowFile(event: DragEvent): void {
  if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
}

/** Takes files that are dropped anywhere on the page, for as long as the calling component is there. */
export function useDroppedFiles(): void {
  useEffect(() => {
    const drop = (event: DragEvent) => void dropFile(event);
    window.addEventListener('dragover', allowFile);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', allowFile);
      window.removeEventListener('drop', drop);
    };
  }, []);
}

/** One click away from wherever a file may be refused. */
export function FileForm() {
  return (
    <details class="file-form">
      <summary>File format</summary>
      <p class="small">
        One row per slot and one column per arm, separated by commas. The first line may hold the
        names of the arms. Do not include a column that counts slots.
      </p>
      <pre>{'north,south,west\n0.41,0.52,0.30\n0.42,0.51,0.30\n0.44,0.49,0.31'}</pre>
    </details>
  );
}

/** What was wrong, and what remains. */
export function TroubleMessage({ message, remains }: { message: string; remains: string }) {
  const place = /^(.*?): (.*)$/s.exec(message);
  return (
    <p class="message error" role="alert">
      {place === null ? message : <b>{place[1]}:</b>} {place === null ? '' : place[2]}. {remains}
    </p>
  );
}

/** What is said in the environment's panel about a file that was dropped there. */
export function FileTrouble() {
  if (fileTrouble.value === '' || dialogOpen.value) return null;
  return (
    <div class="file-trouble">
      <TroubleMessage message={fileTrouble.value} remains="The environment above is unchanged." />
      <div class="file-actions">
        <button class="button" type="button" onClick={openFileDialog}>
          Choose another file
        </button>
        <button class="button" type="button" onClick={dismissTrouble}>
          Close
        </button>
      </div>
      <FileForm />
    </div>
  );
}
