import { reportException } from '../report-exception.ts';
import type { SignerCtx } from './signer.ts';
import type { ProviderTransfer } from './signer-obligation.ts';

/** Ways in which a provider's records contradict what was booked from them, with the text for operators. */
const CONTRADICTIONS = {
  duplicated: 'the provider has several transfers under one key',
  'taken-back': 'the provider called the transfer paid, and now failed',
  'paid-too': 'the provider called the transfer failed, and now paid, after another one was sent for the same money',
  'paid-after-all': 'the provider called the transfer failed, and has paid it after all',
  'paid-after-return': 'the provider has paid the withdrawal, and its amount is back in the balance',
} as const;

/** Kind of a contradiction. */
export type Contradiction = keyof typeof CONTRADICTIONS;

/** Reports a contradiction in a provider's records of an attempt as an exception for operators, with an alarm the first time. */
export async function reportContradiction(ctx: SignerCtx, { payout, attempt }: ProviderTransfer, kind: Contradiction): Promise<void> {
  const detail = `${CONTRADICTIONS[kind]}: payout ${payout.id}, attempt ${attempt.n}`;
  const { network, reserve, amount } = payout;
  await reportException(
    ctx,
    {
      network,
      source: 'payouts',
      sourceId: `${attempt.id} ${kind}`,
      kind: 'payout_record',
      account: null,
      asset: reserve,
      amount: amount.toString(),
      detail,
    },
    'a provider contradicts its records of a payout',
  );
}
