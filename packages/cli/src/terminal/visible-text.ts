/**
 * Text that came from outside (names, paths, cells, messages of plugins) as it may be written to a
 * terminal: what would move the cursor, change colours or turn the reading direction is shown as an escape.
 */

// Control characters but for tab and line feed, and those that turn the direction of what follows.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** The text with every such character as \u and four digits. */
export function visibleText(text: string): string {
  return text.replace(
    UNSEEN,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
