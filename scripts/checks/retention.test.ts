import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { RETENTION_DAYS } from '../../packages/domain/src/constants.ts';
import { rootDir } from '../root.ts';

/** Where each kind of data is kept, as the page of architecture names it. */
const PLACES: Readonly<Record<keyof typeof RETENTION_DAYS, string>> = {
  names: '`lookup`',
  webhooks: '`webhook`',
  origins: '`orders.origin`',
  firstHand: '`first_hand_payment`',
  volumes: '`payout_volume`',
  claims: '`payment_claim`',
  identities: '`identity_document`, decided',
  identityDrafts: '`identity_document`, never handed in',
  prices: '`price`',
};

const page = readFileSync(join(rootDir, 'ARCHITECTURE.md'), 'utf8');

/** Days for which the page says that a place keeps its data. */
function daysOn(place: string): number[] {
  const rows = page.split('\n').filter((line) => line.startsWith('| ') && line.split(' | ')[1] === place);
  return rows.map((row) => (row.includes('for a day') ? 1 : Number(/(\d+) days/.exec(row)?.[1])));
}

test.each(Object.entries(RETENTION_DAYS))('the page says how long data of the kind %s are kept: %i days', (kind, days) => {
  expect(daysOn(PLACES[kind as keyof typeof RETENTION_DAYS])).toEqual([days]);
});
