/** What the policies of a suite are called in its figures, where there is no room for a mark in words. */
import type { SuiteRow } from '../suite.ts';

type Named = Pick<SuiteRow, 'label' | 'standing'>;

const STAR = '*';

/** A policy's name; one with a mark has a star. */
export function starredName({ label, standing }: Named): string {
  return standing === 'confirmed' ? label : `${label}${STAR}`;
}

/** What the star stands for, for a caption; nothing where there is none. */
export function starNote(rows: readonly Named[]): string {
  const standings = [...new Set(rows.map(({ standing }) => standing))];
  const marked = standings
    .filter((standing) => standing !== 'confirmed')
    .map((standing) => {
      const own = rows.filter((row) => row.standing === standing);
      return `${own.map(({ label }) => label).join(', ')} (${standing})`;
    });
  return marked.length === 0 ? '' : ` ${STAR} Not recommended: ${marked.join('; ')}.`;
}
