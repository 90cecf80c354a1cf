import type { ChiSquare } from '../contract/logging.ts';
import { chiSquareTail } from './chi-square.ts';

/** Cells with fewer rows to be expected tell nothing reliable. */
const LEAST_EXPECTED = 5;

/** Whether rows and columns of tables of counts depend on each other: adds up over tables. */
export class Contingency {
  #statistic = 0;
  #degrees = 0;

  /** @param counts - rows × `columns` */
  add(counts: Float64Array, columns: number): void {
    const rows = counts.length / columns;
    const byRow = new Float64Array(rows);
    const byColumn = new Float64Array(columns);
    let total = 0;
    counts.forEach((count, i) => {
      byRow[Math.floor(i / columns)] += count;
      byColumn[i % columns] += count;
      total += count;
    });
    const usedRows = indicesWhere(byRow, (sum) => sum > 0);
    const least = Math.min(...usedRows.map((row) => byRow[row]));
    const usedColumns = indicesWhere(byColumn, (sum) => (sum * least) / total >= LEAST_EXPECTED);
    if (usedRows.length < 2 || usedColumns.length === 0) return;
    this.#addTable(counts, columns, { byRow, byColumn, total, usedRows, usedColumns });
  }

  #addTable(counts: Float64Array, columns: number, sums: Sums): void {
    const { byRow, byColumn, total, usedRows, usedColumns } = sums;
    const shared = usedColumns.reduce((sum, column) => sum + byColumn[column], 0);
    const hasRest = shared < total;
    for (const row of usedRows) {
      let inUsed = 0;
      for (const column of usedColumns) {
        const count = counts[row * columns + column];
        inUsed += count;
        this.#addCell(count, (byRow[row] * byColumn[column]) / total);
      }
      if (hasRest) this.#addCell(byRow[row] - inUsed, (byRow[row] * (total - shared)) / total);
    }
    this.#degrees += (usedRows.length - 1) * (usedColumns.length - (hasRest ? 0 : 1));
  }

  #addCell(count: number, expected: number): void {
    this.#statistic += (count - expected) ** 2 / expected;
  }

  /** Undefined where there was too little to tell. */
  result(): ChiSquare | undefined {
    if (this.#degrees === 0) return undefined;
    const [statistic, degrees] = [this.#statistic, this.#degrees];
    return { statistic, degrees, p: chiSquareTail(statistic, degrees) };
  }
}

interface Sums {
  readonly byRow: Float64Array;
  readonly byColumn: Float64Array;
  readonly total: number;
  readonly usedRows: readonly number[];
  readonly usedColumns: readonly number[];
}

function indicesWhere(values: Float64Array, holds: (value: number) => boolean): number[] {
  return Array.from(values, (_, i) => i).filter((i) => holds(values[i]));
}
