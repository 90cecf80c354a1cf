/** What there is to say about links and the address. */
import { signal } from '@preact/signals';

/** A table that goes with a link. */
export interface LinkedTable {
  readonly rows: number;
  /** The length of the whole link. */
  readonly bytes: number;
}

/** What there is to say about links. */
export type LinkNews =
  | { readonly news: 'copied'; readonly table?: LinkedTable }
  /** The clipboard was refused: the link is shown to be copied by hand. */
  | { readonly news: 'by hand'; readonly link: string }
  | { readonly news: 'too long' }
  | { readonly news: 'trouble'; readonly text: string };

/** The latest of it; undefined once it was read. */
export const linkNews = signal<LinkNews | undefined>(undefined);
