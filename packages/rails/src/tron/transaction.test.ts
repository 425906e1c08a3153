import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readTransferLog } from '../chain/erc20.ts';
import { readTransferData, transferData } from './abi.ts';
import { base58Of, hexOf } from './address.ts';
import { depositAddresses, tronKeys, tronXpub } from './keys.ts';
import { encodeRawData, readSigned, signRawData, tokenTransfer, trxTransfer } from './transaction.ts';

/** What TronWeb 6.5.1 made of the same input. */
const fixture = z
  .object({
    mnemonic: z.string(),
    hotWallet: z.object({ address: z.string(), privateKey: z.string() }),
    deposits: z.array(z.object({ index: z.number(), address: z.string() })),
    transactions: z.array(
      z.object({
        kind: z.enum(['token', 'trx']),
        privateKey: z.string(),
        from: z.string(),
        to: z.string(),
        amount: z.string(),
        feeLimit: z.number().default(0),
        refBlockBytes: z.string(),
        refBlockHash: z.string(),
        timestamp: z.number(),
        expiration: z.number(),
        txid: z.string(),
        rawDataHex: z.string(),
        signature: z.string(),
      }),
    ),
  })
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, 'fixtures/tronweb.json'), 'utf8')));

const USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const hex = (address: string) => hexOf(address) ?? '';
const rawOf = (one: (typeof fixture.transactions)[number]) =>
  one.kind === 'token'
    ? tokenTransfer(hex(one.from), hex(USDT), transferData(hex(one.to), BigInt(one.amount)), one.feeLimit, one)
    : trxTransfer(hex(one.from), hex(one.to), Number(one.amount), one);

describe('keys', () => {
  const { mnemonic } = fixture;

  test('derive the same hot wallet and deposit addresses as TronWeb', () => {
    const keys = tronKeys({ mnemonic });
    expect(keys.hotWallet.address).toBe(fixture.hotWallet.address);
    expect(bytesToHex(keys.hotWallet.privateKey)).toBe(fixture.hotWallet.privateKey);
    expect(tronKeys({ privateKey: fixture.hotWallet.privateKey })).toMatchObject({ hotWallet: keys.hotWallet, deposit: null });
    const addresses = depositAddresses(tronXpub({ mnemonic }));
    for (const { index, address } of fixture.deposits) {
      expect(addresses.derive(index)).toBe(address);
      expect(keys.deposit?.(index).address).toBe(address);
    }
  });

  test('are the same from a seed as from its words', () => {
    const seed = '5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc19a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4';
    expect(tronXpub({ seed })).toBe(tronXpub({ mnemonic }));
  });

  test('reject malformed keys without quoting them, and private extended keys for addresses', () => {
    for (const secret of [{ mnemonic: 'abandon abandon' }, { seed: 'abcd' }, { seed: 'zz'.repeat(32) }, { privateKey: '00'.repeat(32) }]) {
      const error = (() => {
        try {
          tronKeys(secret);
        } catch (caught) {
          return String(caught);
        }
        return 'taken';
      })();
      expect(error).toMatch(/^Error: /);
      expect(error).not.toContain(Object.values(secret)[0]);
    }
    expect(() => depositAddresses('xpub')).toThrow();
    const xprv = 'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi';
    expect(() => depositAddresses(xprv)).toThrow(/private/);
    for (const index of [-1, 1.5, 2 ** 31]) expect(() => depositAddresses(tronXpub({ mnemonic })).derive(index)).toThrow();
  });
});

describe('transactions', () => {
  test('have the same bytes, id and signature as TronWeb’s', () => {
    expect(fixture.transactions.length).toBeGreaterThan(5);
    for (const one of fixture.transactions) {
      const raw = rawOf(one);
      expect(bytesToHex(encodeRawData(raw))).toBe(one.rawDataHex);
      const signed = signRawData(raw, { address: one.from, privateKey: hexToBytes(one.privateKey) });
      expect([signed.txID, signed.signature[0]]).toEqual([one.txid, one.signature]);
      expect(readSigned(JSON.stringify(signed))).toEqual(signed);
    }
  });

  test('are rejected after a change to any part of their text', () => {
    const one = fixture.transactions[0];
    if (!one) throw new Error('no vector');
    const text = JSON.stringify(signRawData(rawOf(one), { address: one.from, privateKey: hexToBytes(one.privateKey) }));
    const signature = text.indexOf('"signature"');
    fc.assert(
      fc.property(fc.nat({ max: signature - 1 }), fc.constantFrom(...'0123456789abcdef{}",:[]T'), (at, character) => {
        const changed = text.slice(0, at) + character + text.slice(at + 1);
        if (changed !== text) expect(readSigned(changed)).toBeNull();
      }),
      { numRuns: 500 },
    );
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (other) => void expect(readSigned(other)).toBeNull()));
  });
});

describe('the contract', () => {
  const anyAddress = fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => `41${bytesToHex(bytes)}`);

  test('encodes and decodes a call', () => {
    fc.assert(
      fc.property(anyAddress, fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), (to, amount) => {
        expect(readTransferData(transferData(to, amount))).toEqual({ to, amount });
      }),
    );
    expect(() => transferData(`41${'0'.repeat(40)}`, 2n ** 256n)).toThrow(RangeError);
    expect(() => transferData(`41${'0'.repeat(40)}`, -1n)).toThrow(RangeError);
  });

  test('encodes and decodes addresses, and rejects other forms', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 20, maxLength: 20 }), (bytes) => {
        const address = base58Of(bytesToHex(Uint8Array.of(1, ...bytes.subarray(1))));
        expect(hexOf(address)).toBe(`4101${bytesToHex(bytes.subarray(1))}`);
      }),
    );
    for (const text of ['', '41a614f803b6fd780986a42c78ec9c7f77e6ded13c', 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HD']) expect(hexOf(text)).toBeNull();
  });

  test('distinguishes logs that are not transfers from unreadable ones', () => {
    const topic = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
    const word = (end: string) => end.padStart(64, '0');
    const log = { address: 'a6'.repeat(20), topics: [topic, word('aa'), word('bb')], data: word('ff') };
    expect(readTransferLog(log)).toEqual({ from: 'aa'.padStart(40, '0'), to: 'bb'.padStart(40, '0'), amount: 255n });
    expect(readTransferLog({ ...log, topics: [word('1')] })).toBeNull();
    expect(readTransferLog({ ...log, topics: [] })).toBeNull();
    expect(readTransferLog({ ...log, data: '' })).toBe('unreadable');
    expect(readTransferLog({ ...log, topics: [topic, word('aa')] })).toBe('unreadable');
    fc.assert(
      fc.property(fc.array(fc.string(), { maxLength: 5 }), fc.string(), (topics, data) => {
        const read = readTransferLog({ address: '', topics: [topic, ...topics], data });
        if (read !== 'unreadable') expect(read?.amount).toBeTypeOf('bigint');
      }),
    );
  });
});
