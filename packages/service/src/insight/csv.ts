import { csvCell } from '@driftline/core/spec';

/** CSV by RFC 4180, with line feeds: an absent value is an empty field, an empty text is `""`. */
export function csvLine(fields: readonly (string | number | null)[]): string {
  return `${fields.map(fieldText).join(',')}\n`;
}

function fieldText(field: string | number | null): string {
  if (field === null) return '';
  if (typeof field === 'number') return String(field);
  return field === '' ? '""' : csvCell(field);
}
