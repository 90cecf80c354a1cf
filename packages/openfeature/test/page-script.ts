/** What pages of these tests run. */
import { OpenFeature } from '@openfeature/web-sdk';
import { DriftlineWebProvider } from '../src/web/index.ts';

Object.assign(globalThis, { OpenFeature, DriftlineWebProvider });
