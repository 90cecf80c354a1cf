/** Small dense matrices as arrays of rows, by the textbook, for the naive linear policies. */

export type Matrix = readonly (readonly number[])[];

/** A multiple of the identity. */
export function scaledIdentity(dimension: number, factor: number): number[][] {
  return Array.from({ length: dimension }, (_, i) =>
    Array.from({ length: dimension }, (_, j) => (i === j ? factor : 0)),
  );
}

export function dot(x: readonly number[], y: readonly number[]): number {
  return x.reduce((sum, value, i) => sum + value * y[i], 0);
}

/** The product of a matrix and a column. */
export function applied(matrix: Matrix, x: readonly number[]): number[] {
  return matrix.map((row) => dot(row, x));
}

/** The solution x of matrix · x = y, by Gaussian elimination with row pivoting. */
export function solved(matrix: Matrix, y: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, y[i]]);
  const d = rows.length;
  for (let column = 0; column < d; column++) {
    let pivot = column;
    for (let i = column + 1; i < d; i++) {
      if (Math.abs(rows[i][column]) > Math.abs(rows[pivot][column])) pivot = i;
    }
    [rows[column], rows[pivot]] = [rows[pivot], rows[column]];
    for (let i = column + 1; i < d; i++) {
      const factor = rows[i][column] / rows[column][column];
      for (let j = column; j <= d; j++) rows[i][j] -= factor * rows[column][j];
    }
  }
  const x = new Array<number>(d).fill(0);
  for (let i = d - 1; i >= 0; i--) {
    let rest = rows[i][d];
    for (let j = i + 1; j < d; j++) rest -= rows[i][j] * x[j];
    x[i] = rest / rows[i][i];
  }
  return x;
}

/** The determinant, by Gaussian elimination with row pivoting. */
export function determinant(matrix: Matrix): number {
  const rows = matrix.map((row) => [...row]);
  let product = 1;
  rows.forEach((_, column) => {
    let pivot = column;
    for (let i = column + 1; i < rows.length; i++) {
      if (Math.abs(rows[i][column]) > Math.abs(rows[pivot][column])) pivot = i;
    }
    if (pivot !== column) product = -product;
    [rows[column], rows[pivot]] = [rows[pivot], rows[column]];
    product *= rows[column][column];
    for (let i = column + 1; i < rows.length; i++) {
      const factor = rows[i][column] / rows[column][column];
      for (let j = column; j < rows.length; j++) rows[i][j] -= factor * rows[column][j];
    }
  });
  return product;
}

/** The lower triangular L with L Lᵀ = matrix. */
export function lowerRoot(matrix: Matrix): number[][] {
  const root = matrix.map((row) => row.map(() => 0));
  matrix.forEach((row, i) => {
    for (let j = 0; j <= i; j++) {
      let rest = row[j];
      for (let k = 0; k < j; k++) rest -= root[i][k] * root[j][k];
      root[i][j] = i === j ? Math.sqrt(rest) : rest / root[j][j];
    }
  });
  return root;
}

export function transposed(matrix: Matrix): number[][] {
  return matrix.map((row, i) => row.map((_, j) => matrix[j][i]));
}
