import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { privateKeyToAccount } from 'viem/accounts';
import { addressWord } from '../chain/erc20.ts';
import type { ChainKey } from '../chain/hd-keys.ts';
import { RailError } from '../rail-error.ts';
import { digitsOf } from './address.ts';
import type { EvmChain } from './chains.ts';
import { type EvmNode, toHex } from './node.ts';
import { type Sweeper, TREASURY_SELECTOR } from './sweeper.ts';

type Hex = `0x${string}`;

/** A key's permission that its address runs a contract's code (EIP-7702): for one chain and one nonce. */
export interface Authorization {
  readonly address: Hex;
  readonly chainId: number;
  readonly nonce: number;
  readonly r: Hex;
  readonly s: Hex;
  readonly yParity: number;
}

/** How an address stands to the sweeper: `none` has no code, `other` runs another contract's. */
export type Delegation = 'none' | 'sweeper' | 'other';

const DELEGATION = /^0xef0100[0-9a-f]{40}$/;
/** In the words of geth, erigon, reth and nethermind. */
const NO_CODE = /opcode|instruction/i;
const CHECK_KEY = 'sweeper: key that only checks what a node does';

/**
 * Reads how addresses stand to the sweeper, which has to be on the chain with the code that we expect: no key signs for it otherwise.
 * @throws RailError `malformed` when it is not
 */
export async function readDelegations(
  { code }: EvmChain,
  node: EvmNode,
  sweeper: Sweeper,
  accounts: readonly string[],
): Promise<readonly Delegation[]> {
  const [own, ...codes] = await node.codes([sweeper.address, ...accounts].map((wallet) => ({ wallet, at: 'latest' })));
  if (own !== sweeper.code) throw new RailError(code, 'malformed', 'not-done', `the contract at ${sweeper.address} is not the sweeper`);
  const delegating = delegationTo(sweeper.address);
  return codes.map((each) => (each === '0x' ? 'none' : each === delegating ? 'sweeper' : 'other'));
}

/** Signs a delegation of the key's address to the sweeper, for this chain only. */
export async function authorize(
  { chainId }: EvmChain,
  { privateKey }: Pick<ChainKey, 'privateKey'>,
  sweeper: Sweeper,
  nonce: number,
): Promise<Authorization> {
  const account = privateKeyToAccount(`0x${bytesToHex(privateKey)}`);
  const { address, r, s, yParity } = await account.signAuthorization({ address: sweeper.address as Hex, chainId, nonce });
  return { address, chainId, nonce, r, s, yParity: yParity ?? 0 };
}

/**
 * Whether the sweeper is deployed, and the chain runs its code at an address that delegates to it. The node is asked to try it with a key that nothing
 * else uses.
 */
export async function acceptsDelegations(chain: EvmChain, node: EvmNode, hotWallet: ChainKey, sweeper: Sweeper): Promise<boolean> {
  const [code] = await node.codes([{ wallet: sweeper.address, at: 'latest' }]);
  if (code !== sweeper.code) return false;
  const privateKey = keccak_256(concatBytes(utf8ToBytes(CHECK_KEY), hotWallet.privateKey));
  const authorization = await authorize(chain, { privateKey }, sweeper, 0);
  const { address } = privateKeyToAccount(`0x${bytesToHex(privateKey)}`);
  const from = hotWallet.address.toLowerCase();
  const call = { from, to: address.toLowerCase(), data: `0x${TREASURY_SELECTOR}`, authorizationList: [toRpc(authorization)] };
  try {
    const [word] = await node.call(call, 'latest');
    return word === addressWord(digitsOf(hotWallet.address));
  } catch (error) {
    // A chain without delegations runs their mark as code, which fails.
    if (error instanceof RailError && (error.trouble === 'refused' || NO_CODE.test(error.message))) return false;
    throw error;
  }
}

/** Whether code is a contract's own, and not the mark of an address that delegates to one. */
export function isContract(code: string): boolean {
  return code !== '0x' && !isDelegation(code);
}

/** Whether code is the mark of an address that delegates to a contract. */
export function isDelegation(code: string): boolean {
  return DELEGATION.test(code);
}

/** The code of an address that delegates to another. */
function delegationTo(address: string): string {
  return `0xef0100${digitsOf(address)}`;
}

/** An authorization as JSON-RPC writes it. */
function toRpc({ address, chainId, nonce, r, s, yParity }: Authorization): object {
  const [chain, count, parity] = [chainId, nonce, yParity].map(toHex);
  return { address, chainId: chain, nonce: count, r: toHex(BigInt(r)), s: toHex(BigInt(s)), yParity: parity };
}
