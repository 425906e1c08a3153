import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RailError } from '../rail-error.ts';
import { readActivation } from './voucher-activate.ts';
import { readCreation } from './voucher-create.ts';
import { readVoucherList } from './voucher-list.ts';
import { withoutCodes } from './without-codes.ts';

const NUMBER = '0123456789';
const CODE = '0987654321234567';
const CREATED = [
  '<html><body>',
  `<input name='PAYMENT_AMOUNT' type='hidden' value='100.50'>`,
  `<input name='VOUCHER_NUM' type='hidden' value='${NUMBER}'>`,
  `<input name='VOUCHER_AMOUNT' type='hidden' value='100.00'>`,
  `<input name='VOUCHER_CODE' type='hidden' value='${CODE}'>`,
  `<input name='PAYMENT_BATCH_NUM' type='hidden' value='700000001'>`,
  '</body></html>',
].join('\n');
const HEADER = 'Created,e-Voucher number,Activation code,Currency,Batch,Payer Account,Payee Account,Activated,Amount';
const LINE = `01/05/2026 08:03,${NUMBER},${CODE},1,700000001,U1000001,,,100.00`;

/** Pieces that answers are made of, put together in any order. */
const pieces = fc.constantFrom(
  '<input',
  " name='PAYMENT_BATCH_NUM' value='7'>",
  ` name='VOUCHER_NUM' value='${NUMBER}'>`,
  ` name='VOUCHER_CODE' value='${CODE}'>`,
  " name='VOUCHER_AMOUNT' value='100.00'>",
  " name='VOUCHER_AMOUNT_CURRENCY' value='",
  " name='ERROR' value='",
  CODE,
  "'",
  '"',
  '>',
  '<!--',
  '\u0000',
  'Error: ',
  ',',
  '\r\n',
  LINE,
);
const anyCharacters = (maxLength: number) =>
  fc.array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength }).map((points) => String.fromCodePoint(...points));
const anyText = fc.oneof(
  anyCharacters(300),
  fc.array(fc.oneof(pieces, fc.string({ maxLength: 8 })), { maxLength: 40 }).map((parts) => parts.join('')),
);

/** What a reader makes of a text. Whatever it refuses or throws is free of the code. */
function outcomeOf<T extends { readonly state: string }>(read: () => T): T | 'unknown' {
  try {
    const outcome = read();
    if (outcome.state === 'refused') expect(JSON.stringify(outcome)).not.toContain(CODE);
    return outcome;
  } catch (error) {
    if (!(error instanceof RailError)) throw error;
    expect([error.outcome, `${error.stack}`.includes(CODE)]).toEqual(['unknown', false]);
    return 'unknown';
  }
}
const creationOf = (text: string) => outcomeOf(() => readCreation({ isOk: true, page: 'ev_create.asp', text }, 'U1000001', 10_000n));
const activationOf = (text: string) => outcomeOf(() => readActivation({ isOk: true, page: 'ev_activate.asp', text }, 'U1000001', NUMBER));

describe('responses', () => {
  test('no text crashes or leaks the code; accepted needs a whole voucher, activated its number', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const creation = creationOf(text);
        if (creation !== 'unknown' && creation.state === 'accepted') expect(creation.voucher).toEqual({ number: NUMBER, code: CODE });
        const activation = activationOf(text);
        if (activation !== 'unknown' && activation.state === 'activated') expect([activation.amount, text.includes(NUMBER)]).toEqual([10_000n, true]);
      }),
      { numRuns: 3_000 },
    );
  });

  test('a creation truncated anywhere is accepted as a whole, or unknown', () => {
    for (let length = 0; length <= CREATED.length; length += 1) {
      const text = CREATED.slice(0, length);
      const outcome = creationOf(text);
      expect(outcome === 'unknown' ? outcome : outcome.state).toBe(text.includes(`value='700000001'>`) ? 'accepted' : 'unknown');
    }
  });

  test('text around a creation never refuses it', () => {
    fc.assert(
      fc.property(anyCharacters(100), (text) => {
        const outcome = creationOf(text + CREATED);
        expect(['unknown', 'accepted']).toContain(outcome === 'unknown' ? outcome : outcome.state);
      }),
    );
  });
});

describe('list', () => {
  test('no text crashes, and rows are whole', () => {
    fc.assert(
      fc.property(anyText, fc.boolean(), (text, isHeaded) => {
        for (const row of readVoucherList(isHeaded ? `${HEADER}\n${text}` : text)?.rows ?? []) {
          expect([row.voucher.number, row.voucher.code]).toEqual([expect.stringMatching(/^\d{10}$/), expect.stringMatching(/^\d{16}$/)]);
          expect([row.amount > 0n, Number.isNaN(row.createdAt.getTime())]).toEqual([true, false]);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test('a broken line never takes another with it unseen', () => {
    fc.assert(
      fc.property(anyCharacters(60), (noise) => {
        const list = readVoucherList(`${[HEADER, noise.replace(/[\r\n]/g, ''), LINE].join('\r\n')}\r\n`);
        if (list) expect(list.rows.map(({ batch }) => batch)).toEqual(['700000001']);
      }),
      { numRuns: 1_000 },
    );
  });
});

test('no text keeps the code, however it is grouped', () => {
  const grouped = fc.constantFrom(CODE, '0987 6543 2123 4567', '0987-6543-2123-4567', '0987_654321234567', `${NUMBER}${CODE}`);
  fc.assert(
    fc.property(anyText, grouped, anyText, (before, code, after) => {
      expect(withoutCodes(before + code + after).replace(/[\s_-]/g, '')).not.toContain(CODE);
    }),
  );
});
