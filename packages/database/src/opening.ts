import { NO_CHANGE } from '@quydoi/domain/change';
import { RESERVE_CODES, RESERVES } from '@quydoi/domain/currencies';
import { SANDBOX_RESERVES } from '@quydoi/domain/defaults';
import { post } from '@quydoi/domain/ledger/post';
import { parseDecimal } from '@quydoi/domain/money';
import { v5 } from 'uuid';
import { applyChanges } from './apply-changes.ts';
import { ConflictError } from './money-tx.ts';
import type { Orm } from './orm.ts';

/** Opening postings have names, so that they are made once however often an installation starts (RFC 9562, version 5). */
const OPENING_NAMESPACE = '6f6b1d5e-3c1c-4b0a-9a7e-0d6f6e1c2a11';

/** Books what the sandbox's wallets hold at the very first start. */
export async function addOpeningBalances(orm: Orm, at: Date): Promise<void> {
  const postings = RESERVE_CODES.map((reserve) => {
    const amount = parseDecimal(SANDBOX_RESERVES[reserve], RESERVES[reserve].scale) ?? 0n;
    return post(v5(`opening ${reserve}`, OPENING_NAMESPACE), 'opening', null, [
      { account: `rail:${reserve}`, amount },
      { account: `equity:${reserve}`, amount: -amount },
    ]);
  });
  try {
    await applyChanges(orm, [{ ...NO_CHANGE, postings }], at);
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
  }
}
