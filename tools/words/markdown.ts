/** The prose of a Markdown page, without code, addresses and markup. */
import { CODE, type Passage } from './passage.ts';

/** Blanks a part of a page, and keeps its lines. */
function blank(part: string): string {
  return part.replaceAll(/[^\n]/g, '');
}

function withoutCode(page: string): string {
  return page
    .replaceAll(/^( *)(```+|~~~+)[\s\S]*?^\1\2$/gm, blank)
    .replaceAll(/<!--[\s\S]*?-->/g, blank)
    .replaceAll(/``[^\n]+?``|`[^`\n]+`/g, CODE);
}

function withoutMarkup(page: string): string {
  return page
    .replaceAll(/!?\[([^\]]*)\]\([^)\n]*\)/g, '$1')
    .replaceAll(/<\/?[a-z][^>\n]*>/g, ' ')
    .replaceAll(/https?:\/\/\S+/g, CODE)
    .replaceAll(/\*\*|__|(?<!\w)[*_](?=\S)|(?<=\S)[*_](?!\w)/g, '');
}

const BLOCK_START = /^\s*(?:[-*+] |\d+\. |#{1,6} |\||> |$)/;

/** @param page - its text */
export function markdownPassages(file: string, page: string): Passage[] {
  const lines = withoutMarkup(withoutCode(page)).split('\n');
  const passages: { file: string; line: number; text: string }[] = [];
  let open: (typeof passages)[number] | undefined;
  for (const [position, line] of lines.entries()) {
    const here = { file, line: position + 1 };
    if (line.trimStart().startsWith('|')) {
      open = undefined;
      for (const cell of line.split('|')) passages.push({ ...here, text: cell.trim() });
    } else if (open !== undefined && !BLOCK_START.test(line)) {
      open.text += `\n${line}`;
    } else {
      open = { ...here, text: line.replace(/^\s*(?:[-*+] |\d+\. |#{1,6} |> )/, '') };
      passages.push(open);
    }
  }
  return passages.filter(({ text }) => /\p{L}/u.test(text));
}

/** Links whose text does not name their target, with their lines. */
export function namelessLinks(page: string): { readonly line: number; readonly text: string }[] {
  const links = withoutCode(page).matchAll(/\[(why(?: it is so)?|how|here|this|link)\]\(/gi);
  return Array.from(links, ({ index, 1: text }) => ({
    line: withoutCode(page).slice(0, index).split('\n').length,
    text,
  }));
}
