import { NO_CHANGE } from '@quydoi/domain/change';
import { RESERVE_CODES, RESERVES } from '@quydoi/domain/currencies';
import type { AccountName, LedgerUnit } from '@quydoi/domain/ledger/accounts';
import { post } from '@quydoi/domain/ledger/post';
import { parseDecimal } from '@quydoi/domain/money';
import { FEE_UNIT_CODES, FEE_UNITS } from '@quydoi/domain/networks';
import { SANDBOX_GAS, SANDBOX_RESERVES } from '@quydoi/domain/sandbox-balances';
import { v5 } from 'uuid';
import { applyChanges } from './apply-changes.ts';
import { ConflictError } from './money-tx.ts';
import type { Orm } from './orm.ts';

/** Namespace of the ids of opening postings (RFC 9562, version 5): deterministic ids make them idempotent across starts. */
const OPENING_NAMESPACE = '6f6b1d5e-3c1c-4b0a-9a7e-0d6f6e1c2a11';

/** Posts the opening balances of the sandbox's wallets, once per installation. */
export async function addOpeningBalances(orm: Orm, at: Date): Promise<void> {
  for (const reserve of RESERVE_CODES)
    await open(orm, at, reserve, `rail:${reserve}`, parseDecimal(SANDBOX_RESERVES[reserve], RESERVES[reserve].scale));
  for (const unit of FEE_UNIT_CODES) await open(orm, at, unit, `gas:${unit}`, parseDecimal(SANDBOX_GAS[unit], FEE_UNITS[unit].scale));
}

async function open(orm: Orm, at: Date, unit: LedgerUnit, account: AccountName, amount: bigint | null): Promise<void> {
  if (!amount) return;
  const posting = post(v5(`opening ${account}`, OPENING_NAMESPACE), 'opening', null, [
    { account, amount },
    { account: `equity:${unit}`, amount: -amount },
  ]);
  try {
    await applyChanges(orm, [{ ...NO_CHANGE, postings: [posting] }], at);
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
  }
}
