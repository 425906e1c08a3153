import { operationProcedures } from '@quydoi/contract/operations';
import { expect, test } from 'vitest';
import { isVerb, meaningOf, usage, usageOf } from './operator-usage.ts';

test('every verb is listed, with what it takes and who confirms it', () => {
  const text = usage();
  for (const verb of Object.keys(operationProcedures)) expect(text).toMatch(new RegExp(`^ {2}${verb}\\b`, 'm'));
  expect(text).toContain('  listRails\n');
  expect(text).toMatch(/ {2}setPayoutCap \{.*\}\n {6}always confirmed by another operator\n/);
});

test('a verb is told with its fields, their values, and which may be left out', () => {
  expect(usageOf('derivePair')).toBe('derivePair takes {"from": string, "to": string, "force"?: boolean, "note"?: string}');
  expect(usageOf('resolveError')).toContain('"decision": "delivered" | "retry" | "by-hand", "reference"?: string');
  expect(usageOf('checkLedger')).toContain('"heads"?: [{"stream": "ledger" | "audit" | "setting", "n": integer, "hash": string}, …]');
  expect(usageOf('setRate')).toContain('"maxFee"?: string | null');
});

test('a refusal means what it means for its verb', () => {
  expect(meaningOf('confirmAct', 'FORBIDDEN')).toContain('another operator');
  expect(meaningOf('setRail', 'FORBIDDEN')).toBeNull();
  expect(meaningOf('adjustReserve', 'VALIDATION_FAILED')).toContain('adjustReserve takes {"reserve": ');
});

test('names that objects inherit are no verbs', () => {
  expect([isVerb('setRate'), isVerb('constructor'), isVerb(undefined)]).toEqual([true, false, false]);
});
