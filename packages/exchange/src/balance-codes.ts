import type { BalanceCodes, BalanceLine } from '@quydoi/database/balance-lines';
import type { EvidenceCodes, EvidenceFields } from './evidence-codes.ts';

/** Codes of the lines of customers' balances, made with the secret of the signer's process. */
export function balanceCodesOf(evidence: EvidenceCodes): BalanceCodes {
  return {
    codeOf: (line) => evidence.codeOf('balance line', fieldsOf(line)),
    isCode: (line, code) => evidence.isCode(code, 'balance line', fieldsOf(line)),
  };
}

function fieldsOf({ account, n, postingId, amount, balance }: BalanceLine): EvidenceFields {
  return [account, String(n), postingId, amount.toString(), balance.toString()];
}
