import { createSecretKey, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createPasswords } from './passwords.ts';

const [LAN, MAI] = ['7KQ2M9XR', '7KQ2M9XT'] as const;
const CHEAP = { ln: 4, r: 8, p: 1 };
const ctx = { random: (size: number) => randomBytes(size) };
const [old, fresh] = ['old secret of a test', 'new secret of a test'].map((text) => createSecretKey(Buffer.from(text))) as [never, never];
const passwords = createPasswords(ctx, [old], CHEAP);

test('a hash is of its password only, and never the same twice', async () => {
  const [one, two] = [await passwords.hashFor(LAN, 'mật khẩu 1'), await passwords.hashFor(LAN, 'mật khẩu 1')];
  expect(one).not.toBe(two);
  expect(one).toMatch(/^\$scrypt\$ln=4,r=8,p=1,k=[\w-]+\$[\w-]{22}\$[\w-]{43}\$[\w-]{22}$/);
  for (const hash of [one, two]) expect(await passwords.verify({ customerId: LAN, hash, password: 'mật khẩu 1' })).toBe(true);
  for (const password of ['mật khẩu 2', 'MẬT KHẨU 1', '', 'mật khẩu 1 '])
    expect(await passwords.verify({ customerId: LAN, hash: one, password })).toBe(false);
});

test('letters may be composed by one keyboard and not by another', async () => {
  const hash = await passwords.hashFor(LAN, 'mật khẩu'.normalize('NFD'));
  expect(await passwords.verify({ customerId: LAN, hash, password: 'mật khẩu'.normalize('NFC') })).toBe(true);
});

test('a new secret in front keeps the passwords of the old one, which nothing else knows', async () => {
  const hash = await passwords.hashFor(LAN, 'secret123');
  expect(await createPasswords(ctx, [fresh, old], CHEAP).verify({ customerId: LAN, hash, password: 'secret123' })).toBe(true);
  expect(await createPasswords(ctx, [fresh], CHEAP).verify({ customerId: LAN, hash, password: 'secret123' })).toBe(false);
});

test('a hash that is dearer or cheaper than new ones still counts', async () => {
  const hash = await passwords.hashFor(LAN, 'secret123');
  expect(await createPasswords(ctx, [old], { ln: 5, r: 8, p: 2 }).verify({ customerId: LAN, hash, password: 'secret123' })).toBe(true);
});

test.each(['', 'x', '$scrypt$ln=4,r=8,p=1,k=AAAAAA$AAAA$AAAA', '$2b$10$abc'])('%j is no hash of anything', async (hash) => {
  expect(await passwords.verify({ customerId: LAN, hash, password: 'secret123' })).toBe(false);
});

test('a hash is of one customer, and of nobody before it is bound', async () => {
  const unbound = await passwords.hash('secret123');
  const hash = passwords.bind(LAN, unbound);
  expect(await passwords.verify({ customerId: LAN, hash, password: 'secret123' })).toBe(true);
  const others: [string, string][] = [
    [MAI, hash],
    [LAN, unbound],
    [LAN, `${unbound}$`],
    [LAN, passwords.bind(MAI, unbound)],
    [LAN, createPasswords(ctx, [fresh], CHEAP).bind(LAN, unbound)],
    [LAN, hash.replace('ln=4', 'ln=5')],
  ];
  for (const [customerId, other] of others) expect(await passwords.verify({ customerId, hash: other, password: 'secret123' })).toBe(false);
});

test('a cost that the site did not write is not paid', async () => {
  const hash = (await passwords.hashFor(LAN, 'secret123')).replace('ln=4', 'ln=60');
  expect(await passwords.verify({ customerId: LAN, hash, password: 'secret123' })).toBe(false);
});

test('new hashes cost what OWASP asks of scrypt', async () => {
  expect(await createPasswords(ctx, [old]).hash('secret123')).toMatch(/^\$scrypt\$ln=15,r=8,p=3,/);
});
