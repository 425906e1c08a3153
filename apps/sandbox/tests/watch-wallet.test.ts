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
/** More addresses in a row than any customer of a sandbox leaves unpaid. */
const RANGE_END = 400;
/** Calls that it takes to derive all of them. */
const CALLS = 10;

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

test('the whole of a long range is derived by and by, and on as it grows, whether addresses were paid to or not', () => {
  const wallet = openWatchWallet(books, 'quydoi');
  expect(wallet.import(DESCRIPTOR, RANGE_END)).toBe(true);
  const areWatched = () => [RANGE_END, RANGE_END + 1, RANGE_END + 50].map((index) => wallet.watched(scriptAt(index)) !== null);
  for (let n = 0; n < CALLS; n += 1) wallet.lookAhead();
  expect(areWatched()).toEqual([true, false, false]);
  wallet.import(DESCRIPTOR, RANGE_END + 50);
  wallet.lookAhead();
  expect(areWatched()).toEqual([true, true, true]);
});

test('the whole of a short range is derived, and nothing beyond', () => {
  const wallet = openWatchWallet(books, 'quydoi');
  wallet.import(DESCRIPTOR, 9);
  wallet.lookAhead();
  expect([wallet.watched(scriptAt(9))?.index, wallet.watched(scriptAt(10))]).toEqual([9, null]);
});
