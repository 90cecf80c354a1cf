/** Hands a file to the visitor. */

/** Browsers read a file some time after it was asked for. */
const KEPT = 60_000;

const TYPES: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  json: 'application/json',
  yaml: 'application/yaml',
  svg: 'image/svg+xml',
};

/** Saves text, as such or as the bytes of its parts, or a picture under a name. */
export function save(
  name: string,
  content: string | readonly Uint8Array<ArrayBuffer>[] | Blob,
): void {
  const ending = name.split('.').pop() ?? '';
  const type = `${TYPES[ending] ?? 'text/plain'};charset=utf-8`;
  const parts = typeof content === 'string' ? [content] : content;
  const blob = parts instanceof Blob ? parts : new Blob([...parts], { type });
  const address = URL.createObjectURL(blob);
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT);
}
