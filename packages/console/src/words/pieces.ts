/** Sentences of which some words stand out. */

/** Plain text, or text that stands out. */
export type Piece = string | { readonly strong: string };

export function strong(text: string): Piece {
  return { strong: text };
}

export function plain(pieces: readonly Piece[]): string {
  return pieces.map((piece) => (typeof piece === 'string' ? piece : piece.strong)).join('');
}
