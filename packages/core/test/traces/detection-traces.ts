/**
 * Traces of the policies that restart after an alarm.
 *
 * Slots count from 0; a formula's t is slot + 1. The numbers were worked out with 50 digits, apart
 * from any code of this project; comments give eight digits, the data fifteen.
 */
import { type DetectionTrace, UNSEEN } from './trace.ts';

/** Traces of the policies that restart after an alarm. */
export const detectionTraces: readonly DetectionTrace[] = [
  // M = 2, ε = 0.1, h = 1.5. Nothing is drawn. The alarm forgets arm 0 alone; with equal indices in slot 8
  // arm 0 is played.
  {
    id: 'cusum-ucb',
    reference: 'Liu, Lee and Shroff 2018',
    armCount: 2,
    settings: { samples: 2, epsilon: 0.1, threshold: 1.5, alpha: 0, xi: 0.5 },
    rewards: [
      [1, 0],
      [1, 0],
      [1, 0],
      [1, 0],
      [1, 0],
      [0, 1],
      [0, 1],
      [0, 1],
      [0, 1],
      [0, 1],
      [0, 1],
      [0, 1],
    ],
    arms: [0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1],
    restarts: [0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1],
    indices: [
      // slot 0: n = (0, 0); arm 0
      [UNSEEN, UNSEEN],
      // slot 1: n = (1, 0); arm 1
      [1, UNSEEN],
      // slot 2: n = (1, 1); arm 0
      [1.58870501125774, 0.588705011257737],
      // slot 3: n = (2, 1); arm 0; g⁺ = 0, g⁻ = 0 of arm 0
      [1.5240735369841, 0.741151903683755],
      // slot 4: n = (3, 1); arm 0; g⁺ = 0, g⁻ = 0 of arm 0
      [1.48067562886696, 0.832554611157698],
      // slot 5: n = (4, 1); arm 0; g⁺ = 0, g⁻ = 0.9 of arm 0
      [1.44853064449853, 0.897061288997051],
      // slot 6: n = (5, 1); arm 0; g⁺ = 0, g⁻ = 1.8 of arm 0: alarm
      [1.22329179878992, 0.946509236412423],
      // slot 7: n = (0, 1); arm 0
      [UNSEEN, 0],
      // slot 8: n = (1, 1); arm 0
      [0.588705011257737, 0.588705011257737],
      // slot 9: n = (2, 1); arm 1
      [0.524073536984103, 0.741151903683755],
      // slot 10: n = (2, 2); arm 1; g⁺ = 0.4, g⁻ = 0 of arm 1
      [0.588705011257737, 1.08870501125774],
      // slot 11: n = (2, 3); arm 1; g⁺ = 0.8, g⁻ = 0 of arm 1
      [0.63431812058976, 1.18458524334871],
    ],
  },
  // M = 1, ε = 0.05, h = 1, against the running mean: in slot 5 that is 4/5, in slot 6 it is 4/6.
  {
    id: 'pht-ucb',
    reference: 'Liu, Lee and Shroff 2018',
    armCount: 2,
    settings: { samples: 1, epsilon: 0.05, threshold: 1, alpha: 0, xi: 0.5 },
    rewards: [
      [1, 0],
      [1, 0],
      [1, 0],
      [1, 0],
      [1, 0],
      [0, 1],
      [0, 1],
      [0, 1],
      [0, 1],
      [0, 1],
      [0, 1],
      [0, 1],
      [0, 1],
    ],
    arms: [0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1],
    restarts: [0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 2],
    indices: [
      // slot 0: n = (0, 0); arm 0
      [UNSEEN, UNSEEN],
      // slot 1: n = (1, 0); arm 1
      [1, UNSEEN],
      // slot 2: n = (1, 1); arm 0; g⁺ = 0, g⁻ = 0 of arm 0
      [1.58870501125774, 0.588705011257737],
      // slot 3: n = (2, 1); arm 0; g⁺ = 0, g⁻ = 0 of arm 0
      [1.5240735369841, 0.741151903683755],
      // slot 4: n = (3, 1); arm 0; g⁺ = 0, g⁻ = 0 of arm 0
      [1.48067562886696, 0.832554611157698],
      // slot 5: n = (4, 1); arm 0; g⁺ = 0, g⁻ = 0.75 of arm 0
      [1.44853064449853, 0.897061288997051],
      // slot 6: n = (5, 1); arm 0; g⁺ = 0, g⁻ = 1.3666667 of arm 0: alarm
      [1.22329179878992, 0.946509236412423],
      // slot 7: n = (0, 1); arm 0
      [UNSEEN, 0],
      // slot 8: n = (1, 1); arm 0; g⁺ = 0, g⁻ = 0 of arm 0
      [0.588705011257737, 0.588705011257737],
      // slot 9: n = (2, 1); arm 1; g⁺ = 0.45, g⁻ = 0 of arm 1
      [0.524073536984103, 0.741151903683755],
      // slot 10: n = (2, 2); arm 1; g⁺ = 0.73333333, g⁻ = 0 of arm 1
      [0.588705011257737, 1.08870501125774],
      // slot 11: n = (2, 3); arm 1; g⁺ = 0.93333333, g⁻ = 0 of arm 1
      [0.63431812058976, 1.18458524334871],
      // slot 12: n = (2, 4); arm 1; g⁺ = 1.0833333, g⁻ = 0 of arm 1: alarm
      [0.669283099522925, 1.22325461820621],
    ],
  },
  // w = 4, b = 1.5, g = 0.4: every ⌊2/0.4⌋ = 5 slots since the restart both arms. In slot 8 arm 0's last
  // four rewards are 1, 1, 0, 0.
  {
    id: 'm-ucb',
    reference: 'Cao, Wen, Kveton and Xie 2019',
    armCount: 2,
    settings: { samples: 4, threshold: 1.5, g: 0.4 },
    rewards: [
      [1, 0],
      [1, 0],
      [1, 0],
      [1, 0],
      [1, 0],
      [1, 0],
      [1, 0],
      [0, 1],
      [0, 1],
      [0, 1],
      [0, 1],
      [0, 1],
      [0, 1],
      [0, 1],
      [0, 1],
    ],
    arms: [0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1, 0],
    restarts: [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1],
    indices: [
      // slot 0: n = (0, 0); arm 0 explored
      [UNSEEN, UNSEEN],
      // slot 1: n = (1, 0); arm 1 explored
      [2.17741002251547, UNSEEN],
      // slot 2: n = (1, 1); arm 0
      [2.48230380736751, 1.48230380736751],
      // slot 3: n = (2, 1); arm 0
      [2.17741002251547, 1.6651092223154],
      // slot 4: n = (3, 1); arm 0; difference 0 of arm 0
      [2.03583715336408, 1.7941225779941],
      // slot 5: n = (4, 1); arm 0 explored; difference 0 of arm 0
      [1.94650923641242, 1.89301847282485],
      // slot 6: n = (5, 1); arm 1 explored
      [1.88224943163605, 1.97276970224875],
      // slot 7: n = (5, 2); arm 0; difference 1 of arm 0
      [1.91201788177203, 1.44202688660088],
      // slot 8: n = (6, 2); arm 0; difference 2 of arm 0: alarm
      [1.68914183553777, 1.48230380736751],
      // slot 9: n = (0, 0); arm 0 explored
      [UNSEEN, UNSEEN],
      // slot 10: n = (1, 0); arm 1 explored
      [1.17741002251547, UNSEEN],
      // slot 11: n = (1, 1); arm 1
      [1.48230380736751, 2.48230380736751],
      // slot 12: n = (1, 2); arm 1
      [1.6651092223154, 2.17741002251547],
      // slot 13: n = (1, 3); arm 1; difference 0 of arm 1
      [1.7941225779941, 2.03583715336408],
      // slot 14: n = (1, 4); arm 0 explored
      [1.89301847282485, 1.94650923641242],
    ],
  },
  // δ = 0.6, c = 1, α₁ = 0.4: every ⌊2/0.4⌋ = 5 slots both arms; after one alarm every ⌊2/(0.4√2)⌋ = 3, after
  // two every ⌊2/(0.4√3)⌋ = 2, counted from the start. Each alarm forgets its own arm.
  {
    id: 'glr-klucb',
    reference: 'Besson, Kaufmann, Maillard and Seznec 2022',
    armCount: 2,
    settings: { delta: 0.6, c: 1, alpha: 0.4, local: 1 },
    rewards: [
      [1, 0],
      [1, 0],
      [1, 0],
      [1, 0],
      [1, 0],
      [1, 0],
      [1, 0],
      [0, 1],
      [0, 1],
      [0, 1],
      [0, 1],
      [0, 1],
      [0, 1],
      [0, 1],
    ],
    arms: [0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1],
    restarts: [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 2],
    indices: [
      // slot 0: n = (0, 0); arm 0 explored; ratio 0 of arm 0, level 0.51082562
      [UNSEEN, UNSEEN],
      // slot 1: n = (1, 0); arm 1 explored; ratio 0 of arm 1, level 0.51082562
      [1, UNSEEN],
      // slot 2: n = (1, 1); arm 0; ratio 0 of arm 0, level 1.5505464
      [1, 0.666666666666667],
      // slot 3: n = (2, 1); arm 0; ratio 0 of arm 0, level 2.1587441
      [1, 0.75],
      // slot 4: n = (3, 1); arm 0; ratio 0 of arm 0, level 2.5902672
      [1, 0.8],
      // slot 5: n = (4, 1); arm 0 explored; ratio 0 of arm 0, level 2.9249825
      [1, 0.833333333333333],
      // slot 6: n = (5, 1); arm 1 explored; ratio 0 of arm 1, level 1.5505464
      [1, 0.857142857142857],
      // slot 7: n = (5, 2); arm 0; ratio 2.7033673 of arm 0, level 3.1984648
      [1, 0.646446609406726],
      // slot 8: n = (6, 2); arm 0; ratio 4.1878871 of arm 0, level 3.4296908: alarm
      [0.992263121871399, 0.666666666666667],
      // slot 9: n = (0, 2); arm 0 explored; ratio 0 of arm 0, level 0.51082562
      [UNSEEN, 0.683772233983162],
      // slot 10: n = (1, 2); arm 1 explored; ratio 1.9095425 of arm 1, level 2.1587441
      [0.5, 0.698488655422236],
      // slot 11: n = (1, 3); arm 1; ratio 2.7725887 of arm 1, level 2.5902672: alarm
      [0.666666666666667, 0.881667197829355],
      // slot 12: n = (1, 0); arm 0 explored; ratio 0 of arm 0, level 1.5505464
      [0.75, UNSEEN],
      // slot 13: n = (2, 0); arm 1 explored; ratio 0 of arm 1, level 0.51082562
      [0.552786404500042, UNSEEN],
    ],
  },
  // δ = 0.9, c = 2, α₁ = 0.35: every ⌈2/0.35⌉ = 6 slots since the restart both arms; after one alarm every
  // ⌈2/(0.35√2)⌉ = 5. The alarm forgets both arms.
  {
    id: 'dal',
    reference: 'Gerogiannis, Huang, Bose and Veeravalli 2025',
    armCount: 2,
    settings: { delta: 0.9, c: 2, alpha: 0.35 },
    rewards: [
      [1, 0],
      [1, 0],
      [1, 0],
      [1, 0],
      [1, 0],
      [1, 0],
      [1, 0],
      [1, 0],
      [0, 1],
      [0, 1],
      [0, 1],
      [0, 1],
      [0, 1],
      [0, 1],
      [0, 1],
      [0, 1],
      [0, 1],
      [0, 1],
    ],
    arms: [0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1, 0, 1, 1],
    restarts: [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1],
    indices: [
      // slot 0: n = (0, 0); arm 0 explored; ratio 0 of arm 0, level 0.7985077
      [UNSEEN, UNSEEN],
      // slot 1: n = (1, 0); arm 1 explored; ratio 0 of arm 1, level 0.7985077
      [1, UNSEEN],
      // slot 2: n = (1, 1); arm 0; ratio 0 of arm 0, level 1.8382285
      [1, 0.666666666666667],
      // slot 3: n = (2, 1); arm 0; ratio 0 of arm 0, level 2.4464261
      [1, 0.75],
      // slot 4: n = (3, 1); arm 0; ratio 0 of arm 0, level 2.8779492
      [1, 0.8],
      // slot 5: n = (4, 1); arm 0; ratio 0 of arm 0, level 3.2126646
      [1, 0.833333333333333],
      // slot 6: n = (5, 1); arm 0 explored; ratio 0 of arm 0, level 3.4861469
      [1, 0.857142857142857],
      // slot 7: n = (6, 1); arm 1 explored; ratio 0 of arm 1, level 1.8382285
      [1, 0.875],
      // slot 8: n = (6, 2); arm 0; ratio 2.8708142 of arm 0, level 3.7173729
      [1, 0.666666666666667],
      // slot 9: n = (7, 2); arm 0; ratio 4.4986812 of arm 0, level 3.91767: alarm
      [0.994131064264505, 0.683772233983162],
      // slot 10: n = (0, 0); arm 0 explored; ratio 0 of arm 0, level 0.7985077
      [UNSEEN, UNSEEN],
      // slot 11: n = (1, 0); arm 1 explored; ratio 0 of arm 1, level 0.7985077
      [0.5, UNSEEN],
      // slot 12: n = (1, 1); arm 1; ratio 0 of arm 1, level 1.8382285
      [0.666666666666667, 1],
      // slot 13: n = (1, 2); arm 1; ratio 0 of arm 1, level 2.4464261
      [0.75, 1],
      // slot 14: n = (1, 3); arm 1; ratio 0 of arm 1, level 2.8779492
      [0.8, 1],
      // slot 15: n = (1, 4); arm 0 explored; ratio 0 of arm 0, level 1.8382285
      [0.833333333333333, 1],
      // slot 16: n = (2, 4); arm 1 explored; ratio 0 of arm 1, level 3.2126646
      [0.622035526990773, 1],
      // slot 17: n = (2, 5); arm 1; ratio 0 of arm 1, level 3.4861469
      [0.646446609406726, 1],
    ],
  },
  // δ = 0.3: widths √(0.60198640/m) for m rewards. The alarm forgets both arms.
  {
    id: 'adr',
    reference: 'Komiyama, Fouché and Honda 2024',
    armCount: 2,
    settings: { delta: 0.3 },
    rewards: [
      [1, 0],
      [1, 0],
      [1, 0],
      [1, 0],
      [1, 0],
      [0, 1],
      [0, 1],
      [0, 1],
      [0, 1],
      [0, 1],
      [0, 1],
      [0, 1],
      [0, 1],
    ],
    arms: [0, 1, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1],
    restarts: [0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1],
    indices: [
      // slot 0: n = (0, 0); arm 0
      [UNSEEN, UNSEEN],
      // slot 1: n = (1, 0); arm 1
      [1, UNSEEN],
      // slot 2: n = (1, 1); arm 0; largest difference less widths -1.5517557, after the first 1 rewards of arm 0
      [1, 0.666666666666667],
      // slot 3: n = (2, 1); arm 0; largest difference less widths -1.3245063, after the first 1 rewards of arm 0
      [1, 0.75],
      // slot 4: n = (3, 1); arm 0; largest difference less widths -1.0972569, after the first 2 rewards of arm 0
      [1, 0.8],
      // slot 5: n = (4, 1); arm 0; largest difference less widths -0.16381674, after the first 4 rewards of arm 0
      [1, 0.833333333333333],
      // slot 6: n = (5, 1); arm 0; largest difference less widths 0.063432614, after the first 4 rewards of arm 0: alarm
      [0.987703380254968, 0.857142857142857],
      // slot 7: n = (0, 0); arm 0
      [UNSEEN, UNSEEN],
      // slot 8: n = (1, 0); arm 1
      [0.5, UNSEEN],
      // slot 9: n = (1, 1); arm 1; largest difference less widths -1.5517557, after the first 1 rewards of arm 1
      [0.666666666666667, 1],
      // slot 10: n = (1, 2); arm 1; largest difference less widths -1.3245063, after the first 1 rewards of arm 1
      [0.75, 1],
      // slot 11: n = (1, 3); arm 1; largest difference less widths -1.0972569, after the first 2 rewards of arm 1
      [0.8, 1],
      // slot 12: n = (1, 4); arm 1; largest difference less widths -0.99658174, after the first 2 rewards of arm 1
      [0.833333333333333, 1],
    ],
  },
  // The same with monitoring, N = 1: blocks end after u = 2, 6, 14, … slots since the restart. The plays that
  // count, m, leave out those explored.
  {
    id: 'adr-monitored',
    reference: 'Komiyama, Fouché and Honda 2024',
    armCount: 2,
    settings: { delta: 0.15, samples: 1 },
    rewards: [
      [1, 0.5],
      [1, 0.5],
      [0.75, 0.5],
      [0, 0.5],
      [0, 1],
      [0, 1],
      [0, 1],
      [0, 1],
      [0, 1],
      [0, 1],
      [0, 1],
      [0, 1],
      [0, 1],
      [0, 1],
      [0, 0],
      [0, 0],
      [0, 0],
      [0, 0],
      [0, 0],
      [0, 0],
    ],
    arms: [0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 1, 1, 1, 1, 0],
    restarts: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1],
    indices: [
      // slot 0: u = 1 in block 1; arm 0; m = (1, 0)
      [UNSEEN, UNSEEN],
      // slot 1: u = 2 in block 1; arm 1; m = (1, 1); the first to be monitored is arm 0
      [1, UNSEEN],
      // slot 2: u = 3 in block 2; arm 0; m = (2, 1)
      [1, 0.971404520791031],
      // slot 3: u = 4 in block 2; arm 0, monitored; m = (2, 1); the next to be monitored is arm 0
      [0.999807996043194, 0.984122918275927],
      // slot 4: u = 5 in block 2; arm 0, monitored; m = (2, 1)
      [0.941145928654065, 0.989897948556635],
      // slot 5: u = 6 in block 2; arm 0, monitored; m = (2, 1)
      [0.848451940869968, 0.993006648591634],
      // slot 6: u = 7 in block 3; arm 1; m = (2, 2)
      [0.765674782234189, 0.994871659305393],
      // slot 7: u = 8 in block 3; arm 0, monitored; m = (2, 2)
      [0.776856067849485, 0.998343835761753],
      // slot 8: u = 9 in block 3; arm 1; m = (2, 3)
      [0.70658845622357, 0.998692797026066],
      // slot 9: u = 10 in block 3; arm 0, monitored; m = (2, 3)
      [0.71519649985152, 0.999327948815968],
      // slot 10: u = 11 in block 3; arm 1; m = (2, 4)
      [0.655531449594902, 0.99944491071416],
      // slot 11: u = 12 in block 3; arm 0, monitored; m = (2, 4); the next to be monitored is arm 1
      [0.662362176358208, 0.999658301672188],
      // slot 12: u = 13 in block 3; arm 1, monitored; m = (2, 4)
      [0.611323105297326, 0.99970895200481],
      // slot 13: u = 14 in block 3; arm 0, monitored; m = (2, 4)
      [0.61687574489944, 0.999801983871103],
      // slot 14: u = 15 in block 4; arm 1; m = (2, 5)
      [0.572814642781052, 0.999827545635996],
      // slot 15: u = 16 in block 4; arm 1, monitored; m = (2, 5)
      [0.577417706513555, 0.982485459465167],
      // slot 16: u = 17 in block 4; arm 1; m = (2, 6)
      [0.581679865409484, 0.942217496153852],
      // slot 17: u = 18 in block 4; arm 1, monitored; m = (2, 6)
      [0.585644914233672, 0.894483070893455],
      // slot 18: u = 19 in block 4; arm 1; m = (2, 7); difference less widths 0.028881182 after the first 5 rewards of arm 1: alarm
      [0.589348910881613, 0.846483938578533],
      // slot 19: u = 1 in block 1; arm 0; m = (1, 0)
      [UNSEEN, UNSEEN],
    ],
  },
];
