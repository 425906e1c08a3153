import { describe, expect, test } from 'vitest';
import { type History, onlyRow, readHistory } from './history.ts';

const HEADER = 'Time,Type,Batch,Currency,Amount,Fee,Payer Account,Payee Account,Payment ID,Memo';
const LINE = '01/05/2026 08:03,Charge,700000001,USD,100.00,0.50,U1000001,U7654321,QD-1,EX24A7K9Q2';
const ROW = {
  at: new Date('2026-01-05T08:03:00Z'),
  type: 'charge' as const,
  batch: '700000001',
  amount: 10_000n,
  fee: 50n,
  payer: 'U1000001',
  payee: 'U7654321',
  paymentId: 'QD-1',
  memo: 'EX24A7K9Q2',
};

/** A history of which every line is a row, unless said otherwise. */
const historyOf = ({ rows, lines = rows.length }: { rows: History['rows']; lines?: number }) => ({
  rows,
  unreadable: [],
  lines,
  counts: { parsed: rows.length, unparsed: 0 },
});

describe('readHistory', () => {
  test.each([
    ['as it comes', `${HEADER}\r\n${LINE}\r\n`],
    ['plain line ends, blank lines, no last line end', `\n${HEADER}\n\n${LINE}`],
    ['a byte order mark', `\uFEFF${HEADER}\n${LINE}\n`],
    [
      'everything quoted',
      `${HEADER}\n${LINE.split(',')
        .map((cell) => `"${cell}"`)
        .join(',')}\n`,
    ],
    [
      'a charge written negative, seconds, blanks',
      `${HEADER}\n01/05/2026 08:03:00, charge ,700000001,USD,-100.00,0.5, u1000001,U7654321, QD-1 ,EX24A7K9Q2\n`,
    ],
    [
      'other order of columns',
      `Batch,Time,Fee,Type,Currency,Amount,Payee Account,Payer Account,Payment ID,Memo\n700000001,01/05/2026 08:03,0.50,Charge,USD,100.00,U7654321,U1000001,QD-1,EX24A7K9Q2`,
    ],
    ['one more column', `${HEADER.replace('Memo', 'Status,Memo')}\n${LINE.replace('QD-1,', 'QD-1,ok,')}`],
  ])('%s', (_, csv) => {
    expect(readHistory(csv)).toEqual(historyOf({ rows: [ROW] }));
  });

  test.each([
    ['commas', 'a, b,,c', 'a, b,,c'],
    ['quoted commas', '"a, b"', 'a, b'],
    ['a stray quote', 'the 5" one', 'the 5" one'],
    ['an open quote at its start', '"never closed', '"never closed'],
    ['nothing', '', ''],
  ])('a memo with %s', (_, written, memo) => {
    const second = LINE.replace('700000001', '700000002').replace('QD-1', 'QD-2');
    const rows = readHistory(`${HEADER}\n${LINE.replace('EX24A7K9Q2', written)}\n${second}\n`)?.rows;
    expect(rows?.map((row) => row.batch)).toEqual(['700000001', '700000002']);
    expect(rows?.[0]?.memo).toBe(memo);
  });

  test.each([`${HEADER}\r\n`, HEADER, `${HEADER}\r\nNo Records Found.\r\n`, 'No data', 'No records found'])('reads %j as empty', (csv) => {
    expect(readHistory(csv)).toEqual(historyOf({ rows: [] }));
  });

  test.each([
    ['nothing at all', ''],
    ['blanks', ' \n '],
    ['an error', 'Error: Can not login with passed AccountID and PassPhrase'],
    ['a page', '<html><body>Checking your browser</body></html>'],
    ['an old layout without payment ids', `${HEADER.replace('Payment ID,', '')}\n${LINE.replace('QD-1,', '')}`],
    ['a column behind one that payers write', HEADER.replace('Amount,', '').replace('Memo', 'Amount,Memo')],
    ['an unknown column before those of the provider', `Note,${HEADER}\n,${LINE}\n`],
    ['a column twice', `${HEADER.replace('Currency', 'Payment ID')}\n${LINE}`],
    ['a header that is cut off', HEADER.slice(0, 60)],
    ['a line that is cut off', `${HEADER}\n${LINE}\n01/05/2026 08:04,Charge,7000`],
    ['a line that is cut off before its memo', `${HEADER}\n${LINE.slice(0, LINE.lastIndexOf(','))}`],
    ['a page behind the header', `${HEADER}\n<html>`],
    ['an error behind the header', `${HEADER}\nError: internal`],
  ])('rejects an incomplete history: %s', (_, csv) => {
    expect(readHistory(csv)).toBeNull();
  });

  test.each([
    ['no date', LINE.replace('01/05/2026', '13/45/2026'), '700000001'],
    ['no amount', LINE.replace('100.00', 'x'), '700000001'],
    ['three decimals', LINE.replace('100.00', '1.234'), '700000001'],
    ['an amount that no transfer has', LINE.replace('100.00', '99999999999999999999.00'), '700000001'],
    ['an unknown type', LINE.replace('Charge', 'Chargeback'), '700000001'],
    ['too few cells', '01/05/2026 08:04,Charge,700000001,USD', '700000001'],
    ['no batch', LINE.replace('700000001', '0'), expect.stringMatching(/^row-[0-9a-f]{16}$/)],
  ])('a row with %s is named and costs itself', (_, odd, name) => {
    const other = LINE.replace('700000001', '700000002');
    expect(readHistory(`${HEADER}\n${odd}\n${other}\n`)).toMatchObject({ rows: [{ ...ROW, batch: '700000002' }], unreadable: [name] });
  });

  test('wallets in gold and bitcoin are skipped: their amounts have more decimals', () => {
    const gold = '01/05/2026 08:03,Income,700000003,OAU,1.23456,0.00,G2000001,G1000001,,gold';
    const bitcoin = '01/05/2026 08:03,Income,700000004,BTC,0.001234,0.00,B2000001,B1000001,,bitcoin';
    expect(readHistory(`${HEADER}\n${gold}\n${LINE}\n${bitcoin}\n`)).toEqual(historyOf({ rows: [ROW], lines: 3 }));
  });

  test.each([
    ['a quote', '"', 'EX24A7K9Q2'],
    ['a quote that is closed in the memo', '"', '"EX24A7K9Q2'],
    ['quotes around half of it', '"a"b', '"c'],
    ['commas', 'U2,U3', 'a,b'],
    ['a quoted row', '"01/05/2026 08:03,Charge,9,USD,500.00"', 'x'],
    ['characters that other programs break lines at', 'a\u2028b\u2029c\u0085d\u000be\u000cf', 'g'],
    ['other control characters', 'a\u0000b\tc', '\u001b'],
    ['nothing', '', ''],
  ])('a payment id with %s takes nothing from what the provider writes', (_, paymentId, memo) => {
    const history = readHistory(`${HEADER}\r\n${LINE.replace('QD-1,EX24A7K9Q2', `${paymentId},${memo}`)}\r\n`);
    expect(history).toMatchObject({ unreadable: [], counts: { parsed: 1, unparsed: 0 } });
    const { paymentId: _id, memo: _memo, ...provider } = ROW;
    expect(history && onlyRow(history)).toMatchObject(provider);
  });

  test.each(['\n', '\r', '\r\n'])('a payment id with the line break %j makes its row unreadable, which is named by its batch', (end) => {
    const history = readHistory(`${HEADER}\r\n${LINE.replace('QD-1', `x${end}y`)}\r\n`);
    expect(history).toMatchObject({ rows: [], unreadable: ['700000001', expect.stringMatching(/^row-/)], lines: 2 });
  });
});

test('words that a payer writes behind a row have one name, however many lines they are', () => {
  const history = readHistory(`${HEADER}\r\n${LINE}\na\nb\nc\r\n`);
  expect(history).toMatchObject({ rows: [ROW], unreadable: [expect.stringMatching(/^row-/)], lines: 4 });
});

describe('the only row of a history', () => {
  const only = (...lines: string[]) => {
    const history = readHistory(`${[HEADER, ...lines].join('\r\n')}\r\n`);
    return history && onlyRow(history);
  };

  test('is that of its only line', () => {
    expect(only(LINE)).toEqual(ROW);
    expect(only()).toBeNull();
  });

  test.each([
    ['a row', LINE],
    ['a row that cannot be read', LINE.replace('100.00', '1.2.3')],
    ['a row in another currency', LINE.replace('USD', 'EUR')],
    ['a word', 'hello'],
    ['what is left of one', `${LINE.slice(0, 20)}`],
  ])('is none beside %s', (_, line) => {
    expect(only(LINE, line)).toBeNull();
    expect(only(line, LINE)).toBeNull();
  });
});

describe('lines that count as unparsed', () => {
  const counts = (...lines: string[]) => readHistory(`${[HEADER, ...lines].join('\r\n')}\r\n`)?.counts;
  const row = (batch: number) => LINE.replace('700000001', `${batch}`);

  test('are rows of the provider, once a batch', () => {
    const odd = (batch: number) => row(batch).replace('100.00', '1.2.3');
    expect(counts(row(1), row(2))).toEqual({ parsed: 2, unparsed: 0 });
    expect(counts(odd(1), odd(2), odd(2), row(3))).toEqual({ parsed: 1, unparsed: 2 });
  });

  test('are not what payers write behind their rows, whose own row counts as parsed', () => {
    expect(counts(row(1).replace('QD-1,EX24A7K9Q2', 'x'), 'y', 'z,a', 'b', 'c')).toEqual({ parsed: 1, unparsed: 0 });
  });

  test.each([
    ['time', (line: string) => line.replace('01/05/2026 08:03', '2026-01-05T08:03:00Z')],
    ['type', (line: string) => line.replace('Charge', 'Sent')],
    ['batch', (line: string) => line.replace(/,(\d),/, ',B-$1,')],
    ['amount', (line: string) => line.replace('100.00', '$100.00')],
    ['currency', (line: string) => line.replace('USD', 'US dollars')],
    ['separator', (line: string) => line.replaceAll(',', ';')],
  ])('are all lines where the provider writes another %s', (_, change) => {
    expect(counts(...[1, 2, 3].map((batch) => change(row(batch))))).toEqual({ parsed: 0, unparsed: 3 });
  });
});
