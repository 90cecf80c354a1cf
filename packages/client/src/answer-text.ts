/** Reads an answer up to a limit, so that no answer fills the memory of a program or page. */

/**
 * Bytes, after decompression. The longest answer of the service has 1000 decisions, each with a payload of 4 KB.
 */
export const MOST_ANSWER_BYTES = 8 * 2 ** 20;

/** The text of an answer; undefined if it is longer than `most` bytes, in which case the rest is not read. */
export async function answerText(response: Response, most: number): Promise<string | undefined> {
  const reader = response.body?.getReader();
  // Without a body, or of a `fetch` that has no streams and has read all of it.
  if (reader === undefined) return response.text();
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.length;
    if (bytes > most) {
      // The connection may fail while it is ended, which changes nothing.
      reader.cancel().catch(() => undefined);
      return undefined;
    }
    text += decoder.decode(value, { stream: true });
  }
}
