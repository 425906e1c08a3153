import type { AccountExportView } from '@quydoi/contract/accounts';
import { expect, test } from 'vitest';
import { exportText } from './export-text.ts';

const AT = new Date('2026-01-05T10:00:00.000Z');
const ORDER = {
  ref: '7KQ2M9XR4B',
  kind: 'buy',
  status: 'delivered',
  reason: null,
  from: 'vnd',
  to: 'trc20',
  amountSent: 9_007_199_254_740_993n,
  amountReceived: 50_100_000n,
  sender: null,
  senderBank: null,
  destination: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE',
  destinationBank: null,
  destinationName: null,
  isAdopted: true,
  retryAt: null,
  createdAt: AT,
  finalAt: AT,
} as const;

test('an export is JSON, with amounts that no reader rounds', () => {
  const data = { exportedAt: AT, sessions: [], devices: [{ seenAt: AT }], destinations: [], orders: [ORDER] } as unknown as AccountExportView;
  expect(JSON.parse(exportText(data))).toEqual({
    exportedAt: '2026-01-05T10:00:00.000Z',
    sessions: [],
    devices: [{ seenAt: '2026-01-05T10:00:00.000Z' }],
    destinations: [],
    orders: [
      {
        ...ORDER,
        amountSent: '9007199254740993',
        amountReceived: '50.1',
        createdAt: '2026-01-05T10:00:00.000Z',
        finalAt: '2026-01-05T10:00:00.000Z',
      },
    ],
  });
});
