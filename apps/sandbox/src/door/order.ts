import { CURRENCIES, isTradedCode } from '@quydoi/domain/currencies';
import { z } from 'zod';
import { Problem } from './problem.ts';

const READ_TIMEOUT_MS = 15_000;

/** How an order says that it wants to be paid. */
export interface PayInstructions {
  readonly rail: 'bank' | 'perfect-money' | 'tron';
  /** In the order's currency, as the exchange wrote it. */
  readonly amount: number | string;
  readonly account: string;
  readonly memo: string;
  /** The wallet or account that the order expects the money from, where it says so. */
  readonly payer: string | null;
}

/** How a payer is written. */
const ACCOUNTS = { bank: /^[0-9A-Z]{4,19}$/, 'perfect-money': /^U\d{5,9}$/, tron: /^T[1-9A-HJ-NP-Za-km-z]{33}$/ } as const;

const amount = z.union([z.number().positive(), z.string().min(1)]);
const text = z.string().trim().min(1);
const answer = z.object({
  status: z.string(),
  error: z.string().optional(),
  message: z.string().optional(),
  data: z
    .object({
      Ref: text,
      FromBank: text,
      AmountSent: amount,
      ReceivingAddress: z.string().nullish(),
      Memo: z.string().nullish(),
      AccountIdSent: z.string().nullish(),
    })
    .nullish(),
});

/**
 * Reads an order's payment instructions from the exchange's REST door, as any customer's app could.
 * @throws Problem when there is no such order, or it is not to be paid any more, or on a rail that is not simulated
 */
export async function readInstructions(exchangeUrl: string, ref: string): Promise<PayInstructions> {
  const read = answer.safeParse(await ask(exchangeUrl, ref));
  if (!read.success)
    throw new Problem(424, 'EXCHANGE_UNREADABLE', `the exchange's answer cannot be read: ${read.error.issues[0]?.path.join('.') ?? ''}`);
  const { status, error, message, data } = read.data;
  if (status !== 'success' || !data) throw new Problem(404, error ?? 'ORDER_NOT_FOUND', message ?? 'the exchange does not know this order');
  const account = data.ReceivingAddress?.trim() ?? '';
  if (account === '') throw new Problem(409, 'NOT_PAYABLE', 'the order tells no account to pay to: it takes no money any more');
  const rail = railOf(data.FromBank);
  // Without the order's key the exchange shows this account masked, and then it is none.
  const payer = data.AccountIdSent && ACCOUNTS[rail].test(data.AccountIdSent) ? data.AccountIdSent : null;
  return { rail, amount: data.AmountSent, account, memo: data.Memo?.trim() || data.Ref, payer };
}

/** Orders in dong name the customer's bank, all others their currency. */
function railOf(fromBank: string): PayInstructions['rail'] {
  if (!isTradedCode(fromBank)) return 'bank';
  const rail = CURRENCIES[fromBank].network;
  if (rail === 'perfect-money' && fromBank === 'pm') return rail;
  if (rail === 'tron') return rail;
  throw new Problem(422, 'RAIL_NOT_SIMULATED', `${fromBank} cannot be paid here`);
}

async function ask(exchangeUrl: string, ref: string): Promise<unknown> {
  try {
    const response = await fetch(new URL('/api/v1/histories', exchangeUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ ref }),
      signal: AbortSignal.timeout(READ_TIMEOUT_MS),
    });
    return await response.json();
  } catch {
    throw new Problem(424, 'EXCHANGE_UNREACHABLE', `the exchange at ${exchangeUrl} does not answer`);
  }
}
