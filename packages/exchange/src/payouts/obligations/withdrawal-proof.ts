import type { Withdrawal } from '@quydoi/domain/wallet/withdrawal';
import { isMac, macOf } from '../../keyed-mac.ts';
import type { RequestSecrets } from '../../orders/request-proof.ts';

/** Fields of a withdrawal that its proof covers: what the customer asked for. */
export type AskedWithdrawal = Omit<Withdrawal, 'proof' | 'version' | 'state' | 'reason' | 'reference' | 'finalAt'>;

/** The proof of a withdrawal: the web process makes it once it has taken a code of the customer's authenticator app. No database login can make one. */
export function withdrawalProofOf(withdrawal: AskedWithdrawal, secrets: RequestSecrets): string {
  return macOf(textOf(withdrawal), secrets);
}

/** Verifies a withdrawal's proof in constant time against every secret. */
export function isWithdrawalProven(withdrawal: Withdrawal, secrets: RequestSecrets): boolean {
  return isMac(withdrawal.proof, textOf(withdrawal), secrets);
}

function textOf(asked: AskedWithdrawal): string {
  const { id, ref, customerId, currency, amount, fee, destination, destinationBank, destinationName, createdAt } = asked;
  return JSON.stringify([
    'withdrawal',
    id,
    ref,
    customerId,
    currency,
    amount.toString(),
    fee.toString(),
    destination,
    destinationBank,
    destinationName,
    createdAt.toISOString(),
  ]);
}
