/**
 * Texts as cells of CSV that no spreadsheet takes for a formula. Names and units may come from strangers, and
 * `=HYPERLINK(…)` in a file that someone opens would run there.
 */

/**
 * Beginnings of formulas, wide forms included, at the start of a text and after a character that some spreadsheets
 * take for the end of a cell. Apostrophes before one are part of it, so that guarding can be undone.
 */
const FORMULA = /(^|[;\t\r\n])(?='*[=+\-@\uff1d\uff0b\uff0d\uff20])/g;
const GUARDED = /(^|[;\t\r\n])'(?='*[=+\-@\uff1d\uff0b\uff0d\uff20])/g;

/** A text as a cell: an apostrophe goes before what would begin a formula, and quotes around it where needed. */
export function csvCell(text: string): string {
  const plain = text.replace(FORMULA, "$1'");
  return /[",\r\n]|^\s|\s$/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/** The text of a cell, without its quotes, that `csvCell` wrote. */
export function csvCellText(cell: string): string {
  return cell.includes("'") ? cell.replace(GUARDED, '$1') : cell;
}
