/** The routes of the service that the page uses. */
import type {
  ArmChange,
  ChangedExperiment,
  Experiment,
  ExperimentList,
  ExperimentPatch,
  ExperimentState,
  History,
  NewExperiment,
  OfferedPolicies,
  Report,
} from '@driftline/client/wire';
import { type Answer, download, request } from './request.ts';

function of(key: string, rest = ''): string {
  return `v1/experiments/${encodeURIComponent(key)}${rest}`;
}

function ofArm(key: string, arm: string): string {
  return of(key, `/arms/${encodeURIComponent(arm)}`);
}

export function listExperiments(): Promise<Answer<ExperimentList>> {
  return request('v1/experiments');
}

export function showExperiment(key: string): Promise<Answer<Experiment>> {
  return request(of(key));
}

export function stateOf(key: string): Promise<Answer<ExperimentState>> {
  return request(of(key, '/state'));
}

export function historyOf(key: string, bins: number): Promise<Answer<History>> {
  return request(of(key, `/history?bins=${bins}`));
}

export function reportOf(key: string): Promise<Answer<Report>> {
  return request(of(key, '/report'));
}

/** One line per decision with what came of it. */
export function exportOf(key: string, format: 'ndjson' | 'csv'): Promise<Answer<Blob>> {
  return download(of(key, `/export?format=${format}`));
}

export function offeredPolicies(): Promise<Answer<OfferedPolicies>> {
  return request('v1/policies');
}

export function createExperiment(key: string, body: NewExperiment): Promise<Answer<Experiment>> {
  return request(of(key), { method: 'PUT', body });
}

/** Refused where somebody else has changed the experiment since `revision`. */
export function changeExperiment(
  key: string,
  body: ExperimentPatch,
  revision: number,
): Promise<Answer<ChangedExperiment>> {
  const headers = { 'If-Match': String(revision) };
  return request(of(key), { method: 'PATCH', body, headers });
}

export function setStatus(
  key: string,
  action: 'pause' | 'resume' | 'archive',
): Promise<Answer<ChangedExperiment>> {
  return request(of(key, `/${action}`), { method: 'POST' });
}

export function addArm(
  key: string,
  arm: string,
  body: ArmChange,
): Promise<Answer<ChangedExperiment>> {
  return request(ofArm(key, arm), { method: 'PUT', body });
}

export function changeArm(
  key: string,
  arm: string,
  body: ArmChange,
): Promise<Answer<ChangedExperiment>> {
  return request(ofArm(key, arm), { method: 'PATCH', body });
}

export function retireArm(key: string, arm: string): Promise<Answer<ChangedExperiment>> {
  return request(ofArm(key, arm), { method: 'DELETE' });
}
