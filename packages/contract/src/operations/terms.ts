import { RESERVE_CODES } from '@quydoi/domain/currencies';
import { BALANCE_CODES } from '@quydoi/domain/ledger/balances';
import { NETWORK_CODES } from '@quydoi/domain/networks';
import { z } from 'zod';
import { codeText } from '../primitives.ts';

/** Place where money moves. */
export const networkCode = z.enum(NETWORK_CODES);
/** Money that the exchange pays out of. */
export const reserveCode = z.enum(RESERVE_CODES as [string, ...string[]]);
/** A reserve, money collected elsewhere (`vnd-collection`), or a hot wallet's fee coin (`trx`; `eth-gas`, beside the reserve `eth`). */
export const balanceCode = z.enum(BALANCE_CODES as [string, ...string[]]);
/** Answer of an act that is carried out at once. */
export const done = z.object({ done: z.literal(true) });
/** `done` is false when the call was only proposed; `proposal` is then the id for another operator's `confirmAct`. */
export const doneOrProposed = z.object({ done: z.boolean(), proposal: z.uuid().optional() });
/** Account that money is given back to, or the reference of the transfer that an operator has made to it. */
export const refundTarget = {
  destination: z.string().max(128).optional(),
  destinationBank: codeText.optional(),
  reference: z.string().min(1).max(200).optional(),
  note: z.string().min(1).max(500),
};
