import { firstStartVariables } from '@quydoi/rails/testing/first-start';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { type Environment, readConfig, variablesOf } from './config.ts';

/** The variables that a role's rails require, as an exchange that is open for business has them: none of a sandbox. */
function providersOf(role: 'worker' | 'signer'): Environment {
  const random = { hex: (bytes: number) => '5e'.repeat(bytes), integer: (min: number) => min };
  const variables = firstStartVariables(role, { sandboxUrl: 'https://one.example', exchangeUrl: 'https://quydoi.example', random });
  const { shape } = variablesOf(role);
  const required = Object.entries(variables).filter(([name]) => !(shape[name] as z.ZodType).safeParse(undefined).success);
  return Object.fromEntries(required.map(([name, value]) => [name, value.replace(/^sandbox-/, '')]));
}

/** Prefixes of the variables of every chain. */
const CHAINS = Object.keys(variablesOf('signer').shape).flatMap((name) => /^(.+)_SECOND_URL$/.exec(name)?.[1] ?? []);

/** What a signer of an exchange that is open for business is started with. */
const SIGNER: Environment = {
  QUYDOI_MODE: 'production',
  DATABASE_URL: 'postgres://signer@db.example/quydoi',
  EVIDENCE_SECRETS: `k1:${'e5'.repeat(32)}`,
  ORDER_REQUEST_SECRETS: `k1:${'ef'.repeat(32)}`,
  VOUCHER_SECRETS: `k1:${'fe'.repeat(32)}`,
  ...providersOf('signer'),
  ...Object.fromEntries(CHAINS.map((chain) => [`${chain}_SECOND_URL`, 'https://two.example'])),
};

describe('a signer in production', () => {
  test('starts with two nodes of each chain', () => {
    expect(CHAINS).toEqual(expect.arrayContaining(['TRON', 'ETHEREUM', 'BSC', 'BITCOIN']));
    const nodes = Object.fromEntries(CHAINS.map((chain) => [`${chain}_SECOND_URL`, 'https://two.example']));
    expect(readConfig('signer', SIGNER)).toMatchObject(nodes);
  });

  describe.each(CHAINS)('of %s', (chain) => {
    test.each([
      ['none', undefined],
      ['the same again', 'https://one.example'],
      ['the same again, written otherwise', 'https://ONE.example:443/'],
      ['another door of the same', 'https://one.example/second'],
      ['another port of the same', 'https://one.example:8545'],
    ])('refuses to start with %s as the second node', (_, second) => {
      const nodes = { [`${chain}_URL`]: 'https://one.example', [`${chain}_SECOND_URL`]: second };
      expect(() => readConfig('signer', { ...SIGNER, ...nodes })).toThrow(`${chain}_SECOND_URL: a second, independent node`);
    });
  });

  test('is not shown what is another role’s, nor given anything of the sandbox', () => {
    expect(() => readConfig('signer', { ...SIGNER, DEVICE_SECRET: 'x'.repeat(16) })).toThrow('DEVICE_SECRET: belongs to web');
    expect(() => readConfig('signer', { ...SIGNER, TRON_SECOND_URL: 'http://127.0.0.1:4100' })).toThrow('TRON_SECOND_URL: points at this machine');
    expect(() => readConfig('signer', { ...SIGNER, TRON_SEED: `sandbox-${SIGNER.TRON_SEED}` })).toThrow('TRON_SEED: was generated for a sandbox');
  });

  test.each(['KILL_AT', 'SANDBOX_PORT', 'SANDBOX_ANYTHING'])('is not started with %s', (name) => {
    const refused = name === 'KILL_AT' ? 'KILL_AT: is for tests' : `${name}: is of the sandbox`;
    for (const value of ['', 'x']) expect(() => readConfig('signer', { ...SIGNER, [name]: value })).toThrow(refused);
    expect(readConfig('signer', { ...SIGNER, QUYDOI_MODE: 'sandbox', [name]: 'x' })).toMatchObject({ QUYDOI_MODE: 'sandbox' });
  });

  test.each([
    'https://localhost/',
    'https://LOCALHOST:8545',
    'https://localhost./',
    'https://node.localhost/',
    'https://a:b@localhost/',
    'https://a:b@127.0.0.1/',
    'https://127.1.2.3/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0.0.0.0/',
    'https://[::1]/',
    'https://[::]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[0:0:0:0:0:ffff:7f00:1]/',
  ])('is not connected to %s', (url) => {
    expect(() => readConfig('signer', { ...SIGNER, BITCOIN_URL: url })).toThrow('BITCOIN_URL: points at this machine');
  });

  test.each([
    'https://localhost.example/',
    'https://my-localhost/',
    'https://128.0.0.1/',
    'https://[2001:db8::1]/',
    'https://localhost:x@node.example/',
  ])('is connected to %s', (url) => {
    expect(readConfig('signer', { ...SIGNER, BITCOIN_URL: url })).toMatchObject({ BITCOIN_URL: url });
  });

  test('moves no coins of a chain that is worth nothing', () => {
    expect(() => readConfig('signer', { ...SIGNER, BITCOIN_CHAIN: 'regtest' })).toThrow('BITCOIN_CHAIN: coins of this chain are worth nothing');
  });

  test('is told every fault at once', () => {
    const wrong = { ...SIGNER, PM_URL: undefined, TRON_SECOND_URL: undefined, PAYOS_ACCOUNT: '?' };
    expect(() => readConfig('signer', wrong)).toThrow(/PM_URL.*PAYOS_ACCOUNT.*TRON_SECOND_URL/s);
  });
});

test('one node is enough in a sandbox, and for a worker, which signs nothing', () => {
  const sandbox = { ...SIGNER, QUYDOI_MODE: 'sandbox', TRON_SECOND_URL: undefined };
  expect(readConfig('signer', sandbox)).toMatchObject({ TRON_SECOND_URL: undefined });
  const worker = {
    ...providersOf('worker'),
    QUYDOI_MODE: 'production',
    DATABASE_URL: 'postgres://worker@db.example/quydoi',
    TRON_URL: 'https://one.example',
  };
  expect(readConfig('worker', worker)).toMatchObject({ TRON_URL: 'https://one.example' });
});

describe('providers that an installation may do without', () => {
  const CASSO = { CASSO_API_URL: 'https://casso.example', CASSO_API_KEY: 'key' };
  const APPOTAPAY = {
    APPOTAPAY_URL: 'https://appotapay.example',
    APPOTAPAY_PARTNER_CODE: 'QUYDOI',
    APPOTAPAY_API_KEY: 'key',
    APPOTAPAY_SECRET_KEY: 'a secret of ours',
  };

  test('are used where all their variables are set', () => {
    expect(readConfig('signer', { ...SIGNER, ...CASSO, ...APPOTAPAY })).toMatchObject({ ...CASSO, ...APPOTAPAY });
  });

  test.each([
    ['Casso', CASSO],
    ['AppotaPay', APPOTAPAY],
  ])('%s is refused with any of its variables missing', (_, provider) => {
    for (const name of Object.keys(provider)) {
      expect(() => readConfig('signer', { ...SIGNER, ...provider, [name]: undefined })).toThrow(`${name}: missing, of the provider`);
    }
  });

  test('AppotaPay makes no payouts unless it is told to, and none without its keys', () => {
    expect(readConfig('signer', { ...SIGNER, ...APPOTAPAY })).toMatchObject({ APPOTAPAY_PAYOUTS: 'off' });
    expect(readConfig('signer', { ...SIGNER, ...APPOTAPAY, APPOTAPAY_PAYOUTS: 'on' })).toMatchObject({ APPOTAPAY_PAYOUTS: 'on' });
    expect(() => readConfig('signer', { ...SIGNER, APPOTAPAY_PAYOUTS: 'on' })).toThrow('APPOTAPAY_PAYOUTS: on, without APPOTAPAY_URL');
  });

  test('a secret that can pay out is not shown to the worker', () => {
    expect(() => readConfig('worker', { APPOTAPAY_SECRET_KEY: 'a secret of ours' })).toThrow('APPOTAPAY_SECRET_KEY: belongs to signer');
  });
});

describe('a web in production', () => {
  const WEB: Environment = {
    QUYDOI_MODE: 'production',
    DATABASE_URL: 'postgres://web@db.example/quydoi',
    PORT: '3000',
    PUBLIC_URL: 'https://quydoi.example',
    ORDER_KEY_SECRETS: `k1:${'ab'.repeat(32)}`,
    ORDER_REQUEST_SECRETS: `k1:${'ef'.repeat(32)}`,
    VOUCHER_SECRETS: `k1:${'fe'.repeat(32)}`,
    DEVICE_SECRET: 'x'.repeat(32),
    ACCOUNT_SECRETS: `k1:${'cd'.repeat(32)}`,
  };
  const faultsOf = (role: 'web' | 'signer', variables: Environment): string => {
    try {
      readConfig(role, variables);
      return '';
    } catch (error) {
      return String(error);
    }
  };

  test.each(['0.0.0.0/0', '::/0', '::ffff:0:0/96', '10.0.0.0/8,128.0.0.0/1', 'anyone'])('refuses to start with %s as its proxies', (proxies) => {
    expect(faultsOf('web', { ...WEB, TRUSTED_PROXIES: proxies })).toContain('TRUSTED_PROXIES: ');
    expect(faultsOf('web', { ...WEB, TRUSTED_PROXIES: '10.0.0.0/8,192.0.2.7' })).not.toContain('TRUSTED_PROXIES');
  });

  test.each(['smtps://user:password@localhost', 'smtp://LOCALHOST:587', 'smtps://user:password@2130706433', 'smtp://[::ffff:7f00:1]'])(
    'sends no mails through %s',
    (url) => {
      expect(faultsOf('web', { ...WEB, MAIL_URL: url })).toContain('MAIL_URL: points at this machine');
      expect(faultsOf('web', { ...WEB, MAIL_URL: 'smtps://user:password@mail.example' })).not.toContain('MAIL_URL');
    },
  );

  test('sends codes by SMS with all of its provider’s variables, or not at all', () => {
    const ESMS = { ESMS_URL: 'https://rest.esms.vn', ESMS_API_KEY: 'a', ESMS_SECRET_KEY: 'b', ESMS_BRANDNAME: 'QuyDoi', ESMS_TEXT: 'Ma: {code}' };
    expect([faultsOf('web', WEB), faultsOf('web', { ...WEB, ...ESMS })].join()).not.toContain('ESMS_');
    for (const name of Object.keys(ESMS))
      expect(faultsOf('web', { ...WEB, ...ESMS, [name]: undefined })).toContain(`${name}: missing, of the provider`);
    for (const text of ['Ma cua ban', 'Mã của bạn là {code}', `{code}${'x'.repeat(160)}`])
      expect(faultsOf('web', { ...WEB, ...ESMS, ESMS_TEXT: text })).toContain('ESMS_TEXT: ');
    expect(faultsOf('web', { ...WEB, ...ESMS, ESMS_URL: 'http://rest.esms.vn' })).toContain('ESMS_URL: is plain http');
  });

  test('refuses plain http, for itself and for every provider', () => {
    expect(faultsOf('web', { ...WEB, PUBLIC_URL: 'http://quydoi.example' })).toContain('PUBLIC_URL: is plain http');
    expect(faultsOf('web', WEB)).not.toContain('plain http');
    for (const name of ['PM_URL', 'TRON_URL', 'TRON_SECOND_URL', 'PAYOS_URL']) {
      expect(faultsOf('signer', { ...SIGNER, [name]: 'HTTP://provider.example' })).toContain(`${name}: is plain http`);
    }
  });
});
