/** Boxes in a column, moved as little as it takes to keep them from overlapping. */

interface Cluster {
  readonly members: number[];
  /** Sum of where the cluster's top would have to be for each member to be at its target. */
  topSum: number;
  height: number;
}

/**
 * Centres of boxes of given heights, as near to their targets as can be without overlap (least
 * squares: neighbours that collide share the displacement), all between `top` and `bottom`. Boxes are in the order of the
 * tops that they would have at their targets, so leaders to first lines do not cross.
 */
export function placeApart(
  targets: readonly number[],
  heights: readonly number[],
  top: number,
  bottom: number,
): number[] {
  const tops = targets.map((target, i) => target - heights[i] / 2);
  const order = tops.map((_, i) => i).sort((a, b) => tops[a] - tops[b] || a - b);
  const topOf = ({ topSum, members, height }: Cluster) =>
    Math.max(top, Math.min(topSum / members.length, bottom - height));
  const clusters: Cluster[] = [];
  for (const i of order) {
    let last: Cluster = { members: [i], topSum: tops[i], height: heights[i] };
    for (
      let before = clusters.at(-1);
      before !== undefined && topOf(before) + before.height > topOf(last);
      before = clusters.at(-1)
    ) {
      clusters.pop();
      last = {
        members: [...before.members, ...last.members],
        topSum: before.topSum + last.topSum - last.members.length * before.height,
        height: before.height + last.height,
      };
    }
    clusters.push(last);
  }
  const centres = new Array<number>(targets.length).fill(0);
  for (const cluster of clusters) {
    let next = topOf(cluster);
    for (const i of cluster.members) {
      centres[i] = next + heights[i] / 2;
      next += heights[i];
    }
  }
  return centres;
}
