import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { toChecksumAddress } from '@quydoi/domain/address/evm';
import { addressWord } from '../chain/erc20.ts';
import { digitsOf } from './address.ts';
import artefact from './contracts/sweeper.json' with { type: 'json' };

/** The contract that deposit addresses delegate to (EIP-7702), for one hot wallet, which the contract calls `treasury`. Hex with `0x`. */
export interface Sweeper {
  /** Follows from code and hot wallet (EIP-1014): no other contract can be at it. */
  readonly address: string;
  /** Code as nodes tell it (`eth_getCode`). */
  readonly code: string;
  /** Code that creates the contract, hot wallet included. */
  readonly initCode: string;
  /** Call data by which `DEPLOYER` creates the contract: salt and init code. */
  readonly deployment: string;
}

/** Tokens that a deposit address sends to the hot wallet, in the token's own units. */
export interface SweptTokens {
  /** Deposit address. */
  readonly account: string;
  readonly amount: bigint;
}

/** The deterministic deployment proxy, which is at this address on every chain. Whoever calls it deploys the same contract at the same address. */
export const DEPLOYER = '0x4e59b44847b379578588920cA78FbF26c0B4956C';
/** Selector of `treasury()`. */
export const TREASURY_SELECTOR = '61d027b3';
/** Selector of `sweepAll(address,(address,uint256)[])`. */
const SWEEP_ALL_SELECTOR = '2a884655';

const SALT = '0'.repeat(64);
const WORD_DIGITS = 64;
/** Offset of the list behind the two parameters, in bytes. */
const LIST_AT = 64n;
const SWEEP_ALL = new RegExp(`^0x${SWEEP_ALL_SELECTOR}(?:[0-9a-f]{64})+$`);

/** The sweeper of a hot wallet: on each chain the contract of the same address and code. */
export function sweeperOf(hotWallet: string): Sweeper {
  const initCode = `${artefact.creation}${addressWord(digitsOf(hotWallet))}`;
  const address = toChecksumAddress(hashOf(`ff${digitsOf(DEPLOYER)}${SALT}${hashOf(initCode.slice(2))}`).slice(-40));
  const code = withWords(withWords(artefact.runtime, artefact.immutables.treasury, hotWallet), artefact.immutables.self, address);
  return { address, code, initCode, deployment: `0x${SALT}${initCode.slice(2)}` };
}

/** Encodes a call of `sweepAll`. */
export function sweepAllData(token: string, deposits: readonly SweptTokens[]): string {
  const items = deposits.map(({ account, amount }) => addressWord(digitsOf(account)) + numberWord(amount));
  return `0x${SWEEP_ALL_SELECTOR}${addressWord(digitsOf(token))}${numberWord(LIST_AT)}${numberWord(BigInt(deposits.length))}${items.join('')}`;
}

/** Parses the data of a call of `sweepAll`; null for other calls. Addresses in lower case. */
export function readSweepAll(data: string): { readonly token: string; readonly deposits: readonly SweptTokens[] } | null {
  if (!SWEEP_ALL.test(data)) return null;
  const [token = '', , , ...words] = data.slice(10).match(/.{64}/g) ?? [];
  const deposits = Array.from({ length: words.length / 2 }, (_, n) => ({
    account: accountIn(words[2 * n] ?? ''),
    amount: BigInt(`0x${words[2 * n + 1] ?? '0'}`),
  }));
  return { token: accountIn(token), deposits };
}

function accountIn(word: string): string {
  return `0x${word.slice(-40)}`;
}

function numberWord(value: bigint): string {
  return value.toString(16).padStart(WORD_DIGITS, '0');
}

/** Writes an address into code at the places of an immutable, in bytes. */
function withWords(code: string, places: readonly number[], address: string): string {
  const word = addressWord(digitsOf(address));
  return places.reduce((text, place) => {
    const at = 2 + 2 * place;
    return text.slice(0, at) + word + text.slice(at + WORD_DIGITS);
  }, code);
}

function hashOf(hex: string): string {
  return bytesToHex(keccak_256(hexToBytes(hex)));
}
