/** Names that people can read in a listing; file systems allow 255 bytes, those that encrypt names 143. */
const MOST_LETTERS = 64;
/** Ends of names that are worth keeping where a name is cut. */
const MOST_LETTERS_OF_END = 24;

/** A word that is cut off, short enough to leave out. */
const CUT_WORD = /-+[^-]{0,12}$/;

/** A digest of a text, eight letters: FNV-1a of its UTF-16 units, for names only. */
export function textDigest(text: string): string {
  let digest = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    digest = Math.imul(digest ^ text.charCodeAt(i), 0x01000193);
  }
  return (digest >>> 0).toString(16).padStart(8, '0');
}

/**
 * A name as it is, or cut and ended by a digest of all of it, so that names that begin alike stay apart.
 *
 * @param name - of letters that take a byte each
 * @param end - how the name ends; stays readable where it is short
 */
export function shortFileName(name: string, end = ''): string {
  if (name.length <= MOST_LETTERS) return name;
  const tail = end !== '' && end.length <= MOST_LETTERS_OF_END ? `-${end}` : '';
  const suffix = `-${textDigest(name)}${tail}`;
  const whole = name.slice(0, MOST_LETTERS - suffix.length + 1).replace(CUT_WORD, '');
  return whole.slice(0, MOST_LETTERS - suffix.length) + suffix;
}
