import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dateToVnTime, isSePaySignature, signSePay, vnTimeToDate } from './wire.ts';

describe('Vietnam time', () => {
  test('is seven hours ahead of UTC', () => {
    expect(vnTimeToDate('2026-01-05 15:00:00')).toEqual(new Date('2026-01-05T08:00:00Z'));
    expect(vnTimeToDate('2026-01-01 06:59:59')).toEqual(new Date('2025-12-31T23:59:59Z'));
    expect(dateToVnTime(new Date('2025-12-31T17:00:00Z'))).toBe('2026-01-01 00:00:00');
  });

  test('survives a round trip to the second', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }), (date) => {
        expect(vnTimeToDate(dateToVnTime(date))?.getTime()).toBe(Math.floor(date.getTime() / 1000) * 1000);
      }),
    );
  });

  test.each(['', '2026-01-05', '2026-02-29 00:00:00', '2026-01-05 24:00:00', '2026-01-05 15:60:00', '2026-01-05T15:00:00Z', ' 2026-01-05 15:00:00'])(
    '%j is no time',
    (text) => {
      expect(vnTimeToDate(text)).toBeNull();
    },
  );
});

test('a body is accepted only with its signature by a listed secret', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), fc.string(), (secret, timestamp, body, header) => {
      expect(isSePaySignature([secret], timestamp, body, header)).toBe(false);
      const signature = signSePay(secret, timestamp, body);
      expect(isSePaySignature(['x', secret], timestamp, body, `sha256=${signature}`)).toBe(true);
      const flipped = `${signature.slice(0, -1)}${signature.endsWith('0') ? '1' : '0'}`;
      expect(isSePaySignature([secret], timestamp, body, `sha256=${flipped}`)).toBe(false);
    }),
  );
});
