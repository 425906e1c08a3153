import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checksum, parseVietQr, type VietQr, vietQrPayload } from './vietqr.ts';

const WORKED: VietQr = { bin: '970436', account: '1234567890123', amount: 1_250_000n, memo: 'EX24A7K9Q2' };
const WORKED_PAYLOAD = '00020101021238570010A00000072701270006970436011312345678901230208QRIBFTTA5303704540712500005802VN62140810EX24A7K9Q263048807';

test('checksum matches the CRC’s published check value', () => expect(checksum('123456789')).toBe('29B1'));

describe('vietQrPayload', () => {
  test('encodes the worked example', () => expect(vietQrPayload(WORKED)).toBe(WORKED_PAYLOAD));

  test.each<[string, VietQr, string, string]>([
    ['static', { bin: '970403', account: '0011012345678', amount: null, memo: null }, '000201010211', '63049E6F'],
    [
      'dynamic',
      { bin: '970403', account: '0011012345678', amount: 180_000n, memo: 'thanh toan don hang', bill: 'NPS6869' },
      '000201010212',
      '63042E2E',
    ],
    ['card', { bin: '970403', account: '9704031101234567', amount: null, memo: null, service: 'card' }, '000201010211', '63044F52'],
    ['with spaces in the memo', { bin: '970415', account: '113366668888', amount: 79_000n, memo: 'Ung Ho Quy Vac Xin' }, '000201010212', '63043ACF'],
  ])('NAPAS and VietQR samples: %s', (_name, content, start, end) => {
    const payload = vietQrPayload(content);
    expect(payload.startsWith(start)).toBe(true);
    expect(payload.slice(-8)).toBe(end);
  });

  test.each<[string, Partial<VietQr>]>([
    ['BIN', { bin: '97043' }],
    ['BIN', { bin: '97043A' }],
    ['account', { account: '' }],
    ['account', { account: '1'.repeat(20) }],
    ['account', { account: '12-34' }],
    ['amount', { amount: 0n }],
    ['amount', { amount: 10n ** 13n }],
    ['memo', { memo: 'Đơn hàng' }],
    ['memo', { memo: 'x'.repeat(26) }],
    ['memo', { memo: '' }],
    ['bill', { bill: 'x'.repeat(26) }],
  ])('rejects an invalid %s', (what, change) => {
    expect(() => vietQrPayload({ ...WORKED, ...change })).toThrow(what);
  });
});

describe('parseVietQr', () => {
  test('parses the worked example', () => {
    expect(parseVietQr(WORKED_PAYLOAD)).toEqual({ ...WORKED, bill: null, service: 'account', dynamic: true });
  });

  const texts = fc.stringMatching(/^[A-Za-z0-9 ]{1,25}$/);
  const contents = fc.record({
    bin: fc.stringMatching(/^\d{6}$/),
    account: fc.stringMatching(/^[0-9A-Z]{4,19}$/),
    amount: fc.option(fc.bigInt({ min: 1n, max: 10n ** 13n - 1n })),
    memo: fc.option(texts),
    bill: fc.option(texts),
    service: fc.constantFrom('account' as const, 'card' as const),
  });

  test('parses any output of vietQrPayload', () => {
    fc.assert(
      fc.property(contents, (content) => {
        expect(parseVietQr(vietQrPayload(content))).toEqual({ ...content, dynamic: content.amount !== null });
      }),
    );
  });

  test('detects any single changed character', () => {
    fc.assert(
      fc.property(fc.nat({ max: WORKED_PAYLOAD.length - 1 }), fc.stringMatching(/^[0-9A-Z]$/), (at, character) => {
        fc.pre(WORKED_PAYLOAD[at] !== character);
        expect(parseVietQr(WORKED_PAYLOAD.slice(0, at) + character + WORKED_PAYLOAD.slice(at + 1))).toBeNull();
      }),
      { numRuns: 300 },
    );
  });

  test.each(['', '6304', 'hello', WORKED_PAYLOAD.slice(0, -1), `${WORKED_PAYLOAD}0`, WORKED_PAYLOAD.replace('VN', 'VŃ')])('rejects %j', (payload) => {
    expect(parseVietQr(payload)).toBeNull();
  });

  const sealed = (body: string): string => `${body}6304${checksum(`${body}6304`)}`;

  test('rejects valid checksums of codes that are not dong transfers', () => {
    const body = WORKED_PAYLOAD.slice(0, -8);
    expect(parseVietQr(sealed(body))).not.toBeNull();
    for (const [from, to] of [
      ['5303704', '5303840'],
      ['A000000727', 'A000000728'],
      ['QRIBFTTA', 'QRIBFTTX'],
      ['0006970436', '000697043X'],
      ['0002010102', '0002020102'],
    ]) {
      expect(parseVietQr(sealed(body.replace(from as string, to as string)))).toBeNull();
    }
  });

  test('rejects inconsistent lengths and repeated fields', () => {
    // An account length of 12 for 13 digits, as one printed sample has it.
    expect(parseVietQr(sealed('00020101021138570010A000000727012700069704030112001101234567 80208QRIBFTTA53037045802VN'))).toBeNull();
    expect(parseVietQr(sealed(`${WORKED_PAYLOAD.slice(0, -8)}540599999`))).toBeNull();
  });
});
