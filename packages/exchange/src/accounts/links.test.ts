import { createSecretKey } from 'node:crypto';
import { expect, test } from 'vitest';
import { createAccountLinks } from './links.ts';

const [OLD, NEW] = ['old', 'new'].map((text) => createSecretKey(Buffer.from(text))) as [
  ReturnType<typeof createSecretKey>,
  ReturnType<typeof createSecretKey>,
];
const NOW = new Date('2026-11-27T08:00:00Z');
const later = (ms: number) => new Date(NOW.getTime() + ms);
const links = createAccountLinks([OLD]);

test('a token says for whom it is, until it expires', () => {
  const token = links.seal('verify', 'ABCD2345 lan@example.vn', later(1_000));
  expect(links.open('verify', token, NOW)).toBe('ABCD2345 lan@example.vn');
  expect(links.open('verify', token, later(999))).toBe('ABCD2345 lan@example.vn');
  expect(links.open('verify', token, later(1_000))).toBeNull();
  expect(token).toMatch(/^[\w.-]+$/);
});

test('nobody else makes one, changes one, or uses it for something else', () => {
  const token = links.seal('verify', 'ABCD2345', later(1_000));
  const [subject = '', until = '', code = ''] = token.split('.');
  const others = [
    createAccountLinks([NEW]).seal('verify', 'ABCD2345', later(1_000)),
    [subject, later(9_000).getTime().toString(36), code].join('.'),
    [Buffer.from('ABCD2346').toString('base64url'), until, code].join('.'),
    [subject, until].join('.'),
    `${token}x`,
    '',
    '..',
  ];
  for (const other of others) expect(links.open('verify', other, NOW)).toBeNull();
  expect(links.open('reset', token, NOW)).toBeNull();
});

test('those of an earlier secret count as long as it is there', () => {
  const token = links.seal('reset', 'x', later(1_000));
  expect(createAccountLinks([NEW, OLD]).open('reset', token, NOW)).toBe('x');
  expect(createAccountLinks([NEW]).open('reset', token, NOW)).toBeNull();
});
