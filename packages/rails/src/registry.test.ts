import { NETWORK_CODES } from '@quydoi/domain/networks';
import type { Settings } from '@quydoi/domain/settings';
import { expect, test } from 'vitest';
import { firstStartVariables } from '../testing/first-start.ts';
import type { RailRole } from './config.ts';
import { createRails, RAIL_CONFIGS } from './registry.ts';

const ROLES: readonly RailRole[] = ['web', 'worker', 'signer'];
const ADDRESSES = { sandboxUrl: 'http://127.0.0.1:1', exchangeUrl: 'http://127.0.0.1:2' };
const SETTINGS = { collection: { accountNumber: '0011004567890' }, site: { pmVerified: true } } as unknown as Settings;
const RANDOM = { hex: (bytes: number) => `sandbox-${'5e'.repeat(bytes)}`, integer: (min: number) => min };

function valuesOf(role: RailRole): object {
  // The address of the customers' site is the program's own variable.
  const variables = { ...firstStartVariables(role, { ...ADDRESSES, random: RANDOM }), PUBLIC_URL: ADDRESSES.exchangeUrl };
  return Object.assign({}, ...RAIL_CONFIGS.map(({ roles }) => roles[role]?.variables.parse(variables) ?? {}));
}

test('every rail implements a network of the domain', () => {
  const codes = RAIL_CONFIGS.map(({ code }) => code);
  expect(NETWORK_CODES).toEqual(expect.arrayContaining(codes));
  expect(new Set(codes).size).toBe(codes.length);
});

test.each(ROLES)('the values that a first start generates suffice for the rails of the %s', (role) => {
  const rails = createRails(role, valuesOf(role), SETTINGS);
  expect([...rails.keys()]).toEqual(RAIL_CONFIGS.flatMap(({ code, roles }) => (roles[role] ? [code] : [])));
  for (const [code, rail] of rails) expect(rail.code).toBe(code);
});

test('the web can neither spend nor read payments, the worker cannot spend', () => {
  for (const rail of createRails('web', valuesOf('web'), SETTINGS).values()) {
    expect([rail.payouts, rail.sweeps]).toEqual([undefined, undefined]);
    expect(rail.sources?.every(({ kind }) => kind === 'webhook') ?? true).toBe(true);
  }
  for (const rail of createRails('worker', valuesOf('worker'), SETTINGS).values())
    expect([rail.payouts, rail.sweeps]).toEqual([undefined, undefined]);
});

test('the signer reads the payments of every network first-hand', () => {
  const rails = createRails('signer', valuesOf('signer'), SETTINGS);
  expect(rails.size).toBe(RAIL_CONFIGS.length);
  for (const { code, firstHand } of rails.values()) expect(firstHand, code).toBeDefined();
});

test('dong are paid out by payOS, and by AppotaPay besides where it is on, each under a name of its own', () => {
  const bankWith = (set: object) => createRails('signer', { ...valuesOf('signer'), ...set }, SETTINGS).get('bank');
  expect(bankWith({})).toMatchObject({ payouts: { kind: 'keyed', name: 'payos' } });
  expect(bankWith({})?.otherPayouts).toBeUndefined();
  const both = bankWith({ APPOTAPAY_PAYOUTS: 'on', APPOTAPAY_TRANSFER_LIMIT: 300_000_000 });
  expect(both).toMatchObject({ payouts: { name: 'payos' }, otherPayouts: [{ kind: 'keyed', name: 'appotapay' }] });
  const takes = (amount: bigint) => both?.otherPayouts?.[0]?.takes?.({ amount, destinationBank: 'vcb' });
  expect([takes(300_000_000n), takes(300_000_001n)]).toEqual([true, false]);
});

test('source names are unique', () => {
  const names = ROLES.flatMap((role) => [...createRails(role, valuesOf(role), SETTINGS).values()].flatMap(({ sources = [] }) => sources));
  for (const [name, sources] of Map.groupBy(names, ({ name: key }) => key))
    expect([name, new Set(sources.map(({ kind }) => kind)).size]).toEqual([name, 1]);
});

test('every secret is a variable of some role', () => {
  for (const { roles, secrets } of RAIL_CONFIGS) {
    const names = Object.values(roles).flatMap(({ variables }) => Object.keys(variables.shape));
    expect(names).toEqual(expect.arrayContaining([...secrets]));
  }
});
