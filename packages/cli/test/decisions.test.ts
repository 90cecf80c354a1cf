/** docs/decisions/README.md lists every decision with the title, the date and the status of its page. */
import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { pages, pageText } from './markdown.ts';

const FOLDER = 'docs/decisions';
const decisions = pages(`${FOLDER}/0*.md`);

/** A status may hold links, whose addresses have dots. */
const HEAD =
  /^# (?<number>\d+)\. (?<title>.+)\n\nDate: (?<date>\d{4}-\d\d-\d\d)\. Status: (?<status>(?:[^.[]|\[[^\]]*\]\([^)]*\))+)\./;

/** The row that the index has to have for a page; undefined if its head has another form. */
function rowOf(page: string): string | undefined {
  const { number, title, date, status } = HEAD.exec(pageText(page))?.groups ?? {};
  if (number === undefined) return undefined;
  return `| ${number} | [${title}](${posix.basename(page)}) | ${date} | ${status} |`;
}

test.each(decisions)('%s has its number, a title, a date and a status', (page) => {
  const number = HEAD.exec(pageText(page))?.groups?.number;
  expect(number?.padStart(4, '0')).toBe(posix.basename(page).slice(0, 4));
});

test('the index lists every page as the page has it', () => {
  const rows = pageText(`${FOLDER}/README.md`).match(/^\| \d+ \|.*$/gm);
  expect(rows).toEqual(decisions.map(rowOf));
});
