// XML forbids most of these, and terminals obey them; tab and ends of lines stay.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g;

/** A text for a file that people open: names come from anyone, and may hold what a terminal obeys. */
export function withoutControls(text: string): string {
  return text.replace(CONTROLS, '');
}
