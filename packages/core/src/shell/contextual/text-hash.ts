/** A hash of texts, with the same value in every JavaScript engine. */

const OFFSET_BASIS = 0x811c9dc5;
const PRIME = 0x01000193;
/** Bytes that encoders write for half of a surrogate pair. */
const REPLACEMENT = 0xfffd;

function withByte(hash: number, byte: number): number {
  return Math.imul(hash ^ byte, PRIME);
}

/** Adds a continuation byte: six bits of a code point. */
function withSix(hash: number, point: number, shift: number): number {
  return withByte(hash, 0x80 | ((point >>> shift) & 0x3f));
}

/** Adds the UTF-8 bytes of a code point. */
function withPoint(hash: number, point: number): number {
  if (point < 0x80) return withByte(hash, point);
  if (point < 0x800) return withSix(withByte(hash, 0xc0 | (point >>> 6)), point, 0);
  if (point < 0x10000) {
    return withSix(withSix(withByte(hash, 0xe0 | (point >>> 12)), point, 6), point, 0);
  }
  const first = withByte(hash, 0xf0 | (point >>> 18));
  return withSix(withSix(withSix(first, point, 12), point, 6), point, 0);
}

/**
 * FNV-1a with 32 bits, over the UTF-8 bytes of a text. Half of a surrogate pair counts as U+FFFD, as in
 * `TextEncoder`, which not every engine has.
 */
export function hashOf(text: string): number {
  let hash = OFFSET_BASIS;
  for (let i = 0; i < text.length; i++) {
    const point = text.codePointAt(i) ?? REPLACEMENT;
    if (point > 0xffff) i += 1;
    const isHalf = point >= 0xd800 && point <= 0xdfff;
    hash = withPoint(hash, isHalf ? REPLACEMENT : point);
  }
  return hash >>> 0;
}
