import type { Caller } from '@quydoi/contract/caller';
import type { StatementInput, StatementView, WalletView, WithdrawalsView, WithdrawalView } from '@quydoi/contract/wallet';
import { countStatement, readBalances, readStatement, readWithdrawalsOf, type StatementLine } from '@quydoi/database/repositories/wallets';
import { findBank } from '@quydoi/domain/bank/banks';
import { vietQrPayload } from '@quydoi/domain/bank/vietqr';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { maskAccount } from '@quydoi/domain/mask-account';
import { explorerUrl } from '@quydoi/domain/networks';
import type { CollectionSettings } from '@quydoi/domain/settings';
import { depositMemoOf } from '@quydoi/domain/wallet/deposit-memo';
import { WALLET_CURRENCIES } from '@quydoi/domain/wallet/wallet';
import type { Withdrawal } from '@quydoi/domain/wallet/withdrawal';
import { withdrawalTermsOf } from '@quydoi/domain/wallet/withdrawal-terms';
import { sessionOf } from '../accounts/account-deps.ts';
import type { Ctx } from '../context.ts';
import { listDepositAddresses } from './deposit-address.ts';

/** The customer's balances, and how to deposit. Error: REQUIRED_LOGIN. */
export async function getWallet(ctx: Ctx, caller: Caller): Promise<WalletView> {
  const { customerId } = sessionOf(caller);
  const [balances, addresses, settings] = await Promise.all([
    readBalances(ctx.orm, customerId),
    listDepositAddresses(ctx, customerId),
    ctx.settings(),
  ]);
  return {
    balances: WALLET_CURRENCIES.map((currency) => ({
      currency,
      balance: balances.get(currency) ?? 0n,
      withdrawal: withdrawalTermsOf(settings, currency, null),
    })),
    deposit: depositOf(settings.collection, customerId),
    addresses,
  };
}

function depositOf({ bank, accountNumber: account, accountName, branch }: CollectionSettings, customerId: string): WalletView['deposit'] {
  const known = findBank(bank);
  const memo = depositMemoOf(customerId);
  return {
    account,
    accountName,
    bankCode: bank,
    bankName: known?.shortName ?? bank,
    branch,
    memo,
    qr: known?.bin ? vietQrPayload({ bin: known.bin, account, amount: null, memo }) : null,
  };
}

/** What has changed a balance of the customer, newest first. Error: REQUIRED_LOGIN. */
export async function listStatement(ctx: Ctx, caller: Caller, { currency, offset, limit }: StatementInput): Promise<StatementView> {
  const { customerId } = sessionOf(caller);
  const [lines, total] = await Promise.all([
    readStatement(ctx.orm, customerId, currency, { limit, offset }),
    countStatement(ctx.orm, customerId, currency),
  ]);
  return { items: lines.map(shownLine), total, offset, limit };
}

/** A line as its customer sees it. Credits of a sponsor are of other customers' orders, whose references open their pages. */
function shownLine(line: StatementLine): StatementView['items'][number] {
  const isOfAnother = line.kind === 'referral' || line.kind === 'referral-return';
  return isOfAnother && line.orderRef !== null ? { ...line, orderRef: maskAccount(line.orderRef) } : line;
}

/** The customer's withdrawals, newest first. Error: REQUIRED_LOGIN. */
export async function listWithdrawals(
  ctx: Ctx,
  caller: Caller,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<WithdrawalsView> {
  const rows = await readWithdrawalsOf(ctx.orm, sessionOf(caller).customerId, { offset, limit });
  return { items: rows.map(withdrawalViewOf), offset, limit };
}

/** A withdrawal as its customer sees it. */
export function withdrawalViewOf({ id: _, version: __, customerId: ___, proof: ____, ...shown }: Withdrawal): WithdrawalView {
  return { ...shown, explorerUrl: shown.reference === null ? null : explorerUrl(CURRENCIES[shown.currency].network, shown.reference) };
}
