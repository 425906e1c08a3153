import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HDKey } from '@scure/bip32';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readDescriptor } from '../src/bitcoin/descriptor.ts';
import { openWatchWallet } from '../src/bitcoin/watch-wallet.ts';
import { type Books, openBooks } from '../src/books.ts';

const REGTEST_VERSIONS = { public: 0x043587cf, private: 0x04358394 };
const XPUB = HDKey.fromMasterSeed(new Uint8Array(32).fill(7), REGTEST_VERSIONS).wipePrivateData().publicExtendedKey;
const DESCRIPTOR = `wpkh(${XPUB}/0/*)`;
const RANGE_END = 20_000;
const AHEAD = 300;
/** More calls than it takes to derive all that is derived ahead. */
const CALLS = 20;

const scriptAt = (index: number) => readDescriptor(DESCRIPTOR)?.at(index).script ?? '';

let folder: string;
let books: Books;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quydoi-watch-wallet-'));
  books = openBooks(folder);
});
afterEach(() => {
  books.close();
  rmSync(folder, { recursive: true });
});

test('addresses of a long range are derived ahead of those that were paid to, and no more: an idle node has nothing to do', () => {
  const wallet = openWatchWallet(books, 'quydoi');
  expect(wallet.import(DESCRIPTOR, RANGE_END)).toBe(true);
  const isWatched = (index: number) => wallet.watched(scriptAt(index)) !== null;
  const look = () => {
    for (let n = 0; n < CALLS; n += 1) wallet.lookAhead();
  };
  look();
  expect([isWatched(0), isWatched(AHEAD - 1), isWatched(AHEAD)]).toEqual([true, true, false]);
  wallet.used(scriptAt(AHEAD - 1));
  look();
  expect([isWatched(2 * AHEAD - 1), isWatched(2 * AHEAD)]).toEqual([true, false]);
});

test('the whole of a short range is derived, and nothing beyond', () => {
  const wallet = openWatchWallet(books, 'quydoi');
  wallet.import(DESCRIPTOR, 9);
  wallet.lookAhead();
  expect([wallet.watched(scriptAt(9))?.index, wallet.watched(scriptAt(10))]).toEqual([9, null]);
});
