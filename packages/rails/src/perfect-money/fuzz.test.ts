import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PayoutRequest } from '../payout.ts';
import { RailError } from '../rail-error.ts';
import { onlyRow, readHistory } from './history.ts';
import { readConfirm } from './index.ts';
import { readPage, readPlainText } from './page.ts';
import { centsToUsd, historyTimeToDate, usdToCents } from './wire.ts';

const REQUEST: PayoutRequest = { key: 'QD-1', currency: 'pm', amount: 10_000n, destination: 'U7654321', destinationBank: null, memo: '' };
const GOOD = [
  '<html><body>',
  `<input name='Payee_Account' type='hidden' value='U7654321'>`,
  `<input name='PAYMENT_AMOUNT' type='hidden' value='100.00'>`,
  `<input name='PAYMENT_BATCH_NUM' type='hidden' value='700000001'>`,
  `<input name='PAYMENT_ID' type='hidden' value='QD-1'>`,
  '</body></html>',
].join('\n');
const HEADER = 'Time,Type,Batch,Currency,Amount,Fee,Payer Account,Payee Account,Payment ID,Memo';

/** Pieces that answers are made of, put together in any order. */
const pieces = fc.constantFrom(
  '<input',
  " name='PAYMENT_BATCH_NUM'",
  " name='ERROR'",
  " value='700000001'",
  " value='",
  "'",
  '"',
  '>',
  '/>',
  '<!--',
  '-->',
  '<script>',
  '</script>',
  '&#39;',
  '&',
  '\u0000',
  'Error: Not enough money to pay',
);
/** Any characters, also half surrogates. (`unit: 'binary'` makes a table of all characters first, which takes seconds.) */
const anyCharacters = (maxLength: number) =>
  fc.array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength }).map((points) => String.fromCodePoint(...points));
const anyText = fc.oneof(
  anyCharacters(300),
  fc.array(fc.oneof(pieces, fc.string({ maxLength: 8 })), { maxLength: 40 }).map((parts) => parts.join('')),
);

function outcomeOf(text: string): string {
  try {
    return readConfirm({ isOk: true, page: 'confirm.asp', text }, 'U7654321', REQUEST).state;
  } catch (error) {
    if (error instanceof RailError && error.outcome === 'unknown') return 'unknown';
    throw error;
  }
}

describe('responses to a transfer', () => {
  test('no text crashes; accepted needs a batch number, refused an error field', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const outcome = outcomeOf(text);
        const page = readPage(text);
        if (outcome === 'accepted') expect(page.field('PAYMENT_BATCH_NUM')).toMatch(/^[1-9]\d*$/);
        if (outcome === 'refused') expect([page.field('ERROR') === null, page.has('PAYMENT_BATCH_NUM')]).toEqual([false, false]);
      }),
      { numRuns: 3_000 },
    );
  });

  test('a response truncated anywhere is accepted with its complete batch number, or unknown', () => {
    for (let length = 0; length <= GOOD.length; length += 1) {
      const text = GOOD.slice(0, length);
      const isWhole = text.includes(`value='700000001'>`);
      expect(outcomeOf(text)).toBe(isWhole ? 'accepted' : 'unknown');
    }
  });

  test('text before or after a response does not change its outcome', () => {
    fc.assert(
      fc.property(anyCharacters(100), (text) => {
        expect(['accepted', 'unknown']).toContain(outcomeOf(text + GOOD));
        expect(outcomeOf(GOOD + text.replaceAll('<', ''))).toBe('accepted');
      }),
    );
  });

  test('an escaped holder name cannot forge a field', () => {
    fc.assert(
      fc.property(anyText, (name) => {
        const escaped = name.replaceAll('&', '&amp;').replaceAll("'", '&#39;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
        expect(outcomeOf(`<input name='Payee_Account_Name' type='hidden' value='${escaped}'>${GOOD}`)).toBe('accepted');
        expect(outcomeOf(`<input name='Payee_Account_Name' type='hidden' value='${escaped}'>`)).toBe('unknown');
      }),
    );
  });
});

describe('history', () => {
  test('no text crashes, and rows have batch, amount and time', () => {
    fc.assert(
      fc.property(anyText, fc.boolean(), (text, isHeaded) => {
        for (const row of readHistory(isHeaded ? `${HEADER}\n${text}` : text)?.rows ?? []) {
          expect(row.batch).toMatch(/^[1-9]\d*$/);
          expect(Number.isNaN(row.at.getTime())).toBe(false);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test('no memo makes another row disappear or change', () => {
    const line = (batch: number, memo: string) => `01/05/2026 08:03,Charge,${batch},USD,1.00,0.01,U1000001,U7654321,QD-${batch},${memo}`;
    fc.assert(
      fc.property(fc.array(anyCharacters(30), { minLength: 1, maxLength: 6 }), (memos) => {
        const lines = memos.map((memo, index) => line(index + 1, memo.replace(/[\r\n]/g, '')));
        const rows = readHistory([HEADER, ...lines].join('\r\n'))?.rows;
        expect(rows?.map((row) => row.paymentId)).toEqual(memos.map((_, index) => `QD-${index + 1}`));
      }),
      { numRuns: 1_000 },
    );
  });

  test('no payment id and no memo makes the only row another than the provider tells', () => {
    const own = '01/05/2026 08:03,Income,700000001,USD,0.01,0.00,U2000001,U1000001';
    const forged = '01/05/2026 08:03,Income,700000001,USD,500.00,0.00,U2000001,U1000001,,EX24A7K9Q2';
    const part = fc.oneof(fc.constantFrom('"', '""', ',', '\r', '\n', '\r\n', '\u2028', '\u0000', '\t', ' ', HEADER, own, forged), anyCharacters(4));
    const text = fc.array(part, { maxLength: 6 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, text, (paymentId, memo) => {
        const history = readHistory(`${HEADER}\r\n${own},${paymentId},${memo}\r\n`);
        expect(history?.counts).toMatchObject({ parsed: expect.toSatisfy((count) => count > 0) });
        const only = history && onlyRow(history);
        if (only) expect([only.batch, only.amount, only.payer, only.payee]).toEqual(['700000001', 1n, 'U2000001', 'U1000001']);
        else expect(`${paymentId},${memo}`).toMatch(/[\r\n]/);
      }),
      { numRuns: 3_000 },
    );
  });

  test('a history truncated inside a line is rejected', () => {
    const csv = `${HEADER}\n01/05/2026 08:03,Charge,7,USD,1.00,0.01,U1000001,U7654321,QD-1,memo`;
    for (let length = HEADER.length + 2; length < csv.lastIndexOf(',') + 1; length += 1) expect(readHistory(csv.slice(0, length))).toBeNull();
    for (let length = 0; length < HEADER.length; length += 1) expect(readHistory(csv.slice(0, length))).toBeNull();
  });
});

test('plain text and single values never crash', () => {
  fc.assert(
    fc.property(anyCharacters(100), (text) => {
      readPlainText(text);
      historyTimeToDate(text);
      usdToCents(text);
    }),
    { numRuns: 1_000 },
  );
  fc.assert(fc.property(fc.bigInt({ min: 0n, max: 10n ** 12n }), (cents) => usdToCents(centsToUsd(cents)) === cents));
});
