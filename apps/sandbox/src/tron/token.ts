import type { TronFault } from './faults.ts';
import type { Move } from './transaction.ts';

/** Switches of the USDT contract, each of which a fault turns on for one block. */
export const TOKEN_SWITCHES = [
  'token-paused',
  'token-deprecated',
  'token-fee',
  'wallet-blacklisted',
  'deposit-blacklisted',
  'recipient-blacklisted',
] as const satisfies readonly TronFault[];

/** A switch of the USDT contract. */
export type TokenSwitch = (typeof TOKEN_SWITCHES)[number];
/** The switches that are on. */
export type SwitchesOn = ReadonlySet<TokenSwitch>;

/** Who sends tokens: the exchange's hot wallet, a deposit address of it, or a customer. */
export type Sender = 'wallet' | 'deposit' | 'customer';

/** Owner of the contract, who gets the fees that it keeps, `41…` in hex. */
const OWNER = `41${'05'.repeat(20)}`;
/** The contract that it passes all calls to when it is deprecated, `41…` in hex. */
export const UPGRADED = `41${'0d'.repeat(20)}`;
const BASIS_POINTS = 10_000;
/** A tenth of a percent, at most 5 USDT. */
const FEE = { basisPoints: 10, maximum: 5_000_000 } as const;

/** Answer to a question about the contract's switches; null for any other function. @param holder whom the question is about */
export function switchAnswer(on: SwitchesOn, question: string, holder: string, wallet: string | null): number | null {
  switch (question) {
    case 'paused()':
      return Number(on.has('token-paused'));
    case 'deprecated()':
      return Number(on.has('token-deprecated'));
    case 'basisPointsRate()':
      return on.has('token-fee') ? FEE.basisPoints : 0;
    case 'maximumFee()':
      return on.has('token-fee') ? FEE.maximum : 0;
    case 'getBlackListStatus(address)':
      return Number(holder === wallet ? on.has('wallet-blacklisted') : on.has('deposit-blacklisted') || on.has('recipient-blacklisted'));
    default:
      return null;
  }
}

/** Whether the contract refuses what a sender transfers. */
export function refuses(on: SwitchesOn, sender: Sender): boolean {
  if (on.has('token-paused')) return true;
  if (sender === 'wallet') return on.has('wallet-blacklisted') || on.has('recipient-blacklisted');
  return sender === 'deposit' && on.has('deposit-blacklisted');
}

/** The transfers that the contract makes of one: the second is the fee that it keeps. */
export function sharesOf(on: SwitchesOn, move: Move): Move[] {
  const fee = on.has('token-fee') ? Math.min(Math.floor((move.amount * FEE.basisPoints) / BASIS_POINTS), FEE.maximum) : 0;
  return fee === 0
    ? [move]
    : [
        { ...move, amount: move.amount - fee },
        { ...move, to: OWNER, amount: fee },
      ];
}
