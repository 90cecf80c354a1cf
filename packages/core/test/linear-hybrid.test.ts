/** Crossed features compared with the blocks of hybrid LinUCB (Li, Chu, Langford and Schapire 2010, Algorithm 2). */
import { expect, test } from 'vitest';
import { normal } from '../src/portable/random/normal.ts';
import { randomStream } from '../src/random/source.ts';
import { naiveLinearDefaults, naiveRadius } from './naive/linear-family.ts';
import { linearKernel } from './naive/linear-kernels.ts';
import { LinearRun } from './naive/linear-run.ts';
import { applied, dot, scaledIdentity, solved } from './naive/matrices.ts';

const [ARMS, OWN, SHARED] = [3, 2, 2];

type Rows = number[][];

function add(rows: Rows, x: readonly number[], y: readonly number[], factor = 1): void {
  rows.forEach((row, i) => {
    row.forEach((_, j) => {
      row[j] += factor * x[i] * y[j];
    });
  });
}

function columns(rows: Rows): Rows {
  return rows[0].map((_, j) => rows.map((row) => row[j]));
}

/** Li's blocks: A and b of an arm, and B, which ties it to the shared part. */
interface Block {
  readonly a: Rows;
  readonly b: number[];
  readonly tie: Rows;
}

class HybridBlocks {
  readonly a0: Rows = scaledIdentity(SHARED, 1);
  readonly b0: number[] = new Array<number>(SHARED).fill(0);
  readonly arms: Block[] = Array.from({ length: ARMS }, () => ({
    a: scaledIdentity(OWN, 1),
    b: new Array<number>(OWN).fill(0),
    tie: Array.from({ length: OWN }, () => new Array<number>(SHARED).fill(0)),
  }));

  /** Adds Bᵀ A⁻¹ B to A₀, and Bᵀ A⁻¹ b to b₀, times a factor. */
  #carry({ a, b, tie }: Block, factor: number): void {
    const solutions = columns(tie).map((column) => solved(a, column));
    columns(tie).forEach((column, i) => {
      this.b0[i] += factor * dot(column, solved(a, b));
      solutions.forEach((solution, j) => {
        this.a0[i][j] += factor * dot(column, solution);
      });
    });
  }

  learn(arm: number, z: readonly number[], x: readonly number[], reward: number): void {
    const block = this.arms[arm];
    this.#carry(block, 1);
    add(block.a, x, x);
    add(block.tie, x, z);
    x.forEach((value, i) => {
      block.b[i] += reward * value;
    });
    this.#carry(block, -1);
    add(this.a0, z, z);
    z.forEach((value, i) => {
      this.b0[i] += reward * value;
    });
  }

  /** The estimate of an arm, and the square of its width without α. */
  index(arm: number, z: readonly number[], x: readonly number[]) {
    const { a, b, tie } = this.arms[arm];
    const shared = solved(this.a0, this.b0);
    const residual = b.map((value, i) => value - applied(tie, shared)[i]);
    const inner = solved(a, x);
    const carried = columns(tie).map((column) => dot(column, inner));
    const square =
      dot(z, solved(this.a0, z)) -
      2 * dot(z, solved(this.a0, carried)) +
      dot(x, inner) +
      dot(carried, solved(this.a0, carried));
    return { value: dot(z, shared) + dot(x, solved(a, residual)), square };
  }
}

test('a vector of shared columns and columns of each arm is the hybrid model', () => {
  const settings = { ...naiveLinearDefaults, ridge: 1, dimension: SHARED + ARMS * OWN };
  const run = new LinearRun(linearKernel('linucb', settings));
  const blocks = new HybridBlocks();
  const random = randomStream(41);
  for (let slot = 0; slot < 200; slot++) {
    const x = [1, random.uniform()];
    const offers = Array.from({ length: ARMS }, (_, arm) => {
      const z = [random.uniform() - 0.5, x[1] * random.uniform()];
      const own = Array.from({ length: ARMS }, (_, other) => (other === arm ? x : [0, 0])).flat();
      return { z, action: { block: 0, features: [...z, ...own] } };
    });
    const radius = naiveRadius('linucb', slot, settings);
    offers.forEach(({ z, action }, arm) => {
      const naive = blocks.index(arm, z, x);
      const { value, width } = run.index(action);
      expect(value).toBeCloseTo(naive.value, 9);
      expect(width).toBeCloseTo(radius * Math.sqrt(naive.square), 9);
    });
    const pick = run.pick(offers.map(({ action }) => action));
    const { z, action } = offers[pick];
    const reward = z[0] + pick * x[1] + 0.1 * normal(random);
    run.play(action, reward);
    blocks.learn(pick, z, x, reward);
  }
});
