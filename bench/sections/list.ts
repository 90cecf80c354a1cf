import type { Section } from '../section.ts';
import { armsSection } from './arms.ts';
import { decisionsSection } from './decisions.ts';
import { fleetSection } from './fleet.ts';
import { horizonsSection } from './horizons.ts';
import { labSection } from './lab.ts';
import { linearSection } from './linear.ts';
import { playersSection } from './players.ts';
import { postgresSection } from './postgres.ts';
import { serviceSection } from './service.ts';
import { sizeSection } from './size.ts';
import { snapshotsSection } from './snapshots.ts';
import { startupSection } from './startup.ts';
import { tableSection } from './table.ts';
import { windowsSection } from './windows.ts';
import { workersSection } from './workers.ts';

/** Every section, in the order of the record. */
export const sections: readonly Section[] = [
  tableSection,
  armsSection,
  windowsSection,
  horizonsSection,
  workersSection,
  playersSection,
  linearSection,
  fleetSection,
  decisionsSection,
  serviceSection,
  postgresSection,
  snapshotsSection,
  startupSection,
  sizeSection,
  labSection,
];
