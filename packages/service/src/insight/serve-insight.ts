import { ProblemError } from '../model/problems.ts';
import type { Insight } from './insight.ts';
import type { InsightAnswer, InsightAsk, Port } from './protocol.ts';

/** Answers what comes through a port; `closed` is called when all is let go. */
export function serveInsight(port: Port, insight: Insight, closed: () => void): void {
  /** Exports under way, by the id of the question that began them. */
  const exports = new Map<number, AsyncGenerator<string, void>>();

  async function answerTo(ask: InsightAsk): Promise<unknown> {
    switch (ask.call) {
      case 'history':
        return insight.history(ask.key, ask.bins);
      case 'report':
        return insight.report(ask.key, ask.range);
      case 'begin':
        exports.set(ask.id, insight.export(ask.key, ask.options));
        return undefined;
      case 'next': {
        const piece = await exports.get(ask.export)?.next();
        return piece?.done === false ? piece.value : undefined;
      }
      case 'end': {
        const ended = exports.get(ask.export);
        exports.delete(ask.export);
        await ended?.return();
        return exports.size;
      }
      case 'close':
        for (const open of exports.values()) await open.return();
        return insight.close();
    }
  }

  async function take(ask: InsightAsk): Promise<InsightAnswer> {
    const { id } = ask;
    try {
      return { id, ok: await answerTo(ask) };
    } catch (error) {
      if (error instanceof ProblemError)
        return { id, problem: { kind: error.kind, detail: error.message } };
      return { id, error };
    }
  }

  port.on('message', (message) => {
    const ask = message as InsightAsk;
    take(ask).then(
      (answer) => {
        port.postMessage(answer);
        if (ask.call === 'close') closed();
      },
      (error) => {
        throw error;
      },
    );
  });
}
