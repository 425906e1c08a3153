import { Migration20261122Initial } from './2026-11-22-initial/migration.ts';
import { Migration20261125AttemptProvider } from './2026-11-25-attempt-provider.ts';
import { Migration20261125Prices } from './2026-11-25-prices/migration.ts';
import { Migration20261125Vouchers } from './2026-11-25-vouchers.ts';
import { Migration20261127AutomaticValues } from './2026-11-27-automatic-values.ts';
import { Migration20261127Boosts } from './2026-11-27-boosts.ts';
import { Migration20261127ComparedSources } from './2026-11-27-compared-sources.ts';
import { Migration20261127PaidAddresses } from './2026-11-27-paid-addresses.ts';
import { Migration20261128AccountProofs } from './2026-11-28-account-proofs.ts';
import { Migration20261128AccountRights } from './2026-11-28-account-rights.ts';
import { Migration20261128Accounts } from './2026-11-28-accounts/migration.ts';
import { Migration20261128AdoptedOrders } from './2026-11-28-adopted-orders.ts';
import { Migration20261128GivenUpWebhooks } from './2026-11-28-given-up-webhooks.ts';
import { Migration20261128InheritedRights } from './2026-11-28-inherited-rights.ts';
import { Migration20261128JournalledByVerb } from './2026-11-28-journalled-by-verb.ts';
import { Migration20261128JournalledRows } from './2026-11-28-journalled-rows.ts';
import { Migration20261128OperatorLogins } from './2026-11-28-operator-logins.ts';
import { Migration20261128RefundCounts } from './2026-11-28-refund-counts.ts';
import { Migration20261128RepeatedRows } from './2026-11-28-repeated-rows.ts';
import { Migration20261128ReportIdentities } from './2026-11-28-report-identities.ts';
import { Migration20261128TwoFactor } from './2026-11-28-two-factor.ts';
import { Migration20261128VerifiedCustomers } from './2026-11-28-verified-customers.ts';

/** Every migration, oldest first. Forward only: one that has been released is never edited. */
export const MIGRATIONS = [
  { name: '2026-11-22-initial', class: Migration20261122Initial },
  { name: '2026-11-25-attempt-provider', class: Migration20261125AttemptProvider },
  { name: '2026-11-25-prices', class: Migration20261125Prices },
  { name: '2026-11-25-vouchers', class: Migration20261125Vouchers },
  { name: '2026-11-27-automatic-values', class: Migration20261127AutomaticValues },
  { name: '2026-11-27-compared-sources', class: Migration20261127ComparedSources },
  { name: '2026-11-27-paid-addresses', class: Migration20261127PaidAddresses },
  { name: '2026-11-27-boosts', class: Migration20261127Boosts },
  { name: '2026-11-28-accounts', class: Migration20261128Accounts },
  { name: '2026-11-28-two-factor', class: Migration20261128TwoFactor },
  { name: '2026-11-28-account-rights', class: Migration20261128AccountRights },
  { name: '2026-11-28-operator-logins', class: Migration20261128OperatorLogins },
  { name: '2026-11-28-given-up-webhooks', class: Migration20261128GivenUpWebhooks },
  { name: '2026-11-28-repeated-rows', class: Migration20261128RepeatedRows },
  { name: '2026-11-28-refund-counts', class: Migration20261128RefundCounts },
  { name: '2026-11-28-account-proofs', class: Migration20261128AccountProofs },
  { name: '2026-11-28-report-identities', class: Migration20261128ReportIdentities },
  { name: '2026-11-28-inherited-rights', class: Migration20261128InheritedRights },
  { name: '2026-11-28-journalled-rows', class: Migration20261128JournalledRows },
  { name: '2026-11-28-journalled-by-verb', class: Migration20261128JournalledByVerb },
  { name: '2026-11-28-verified-customers', class: Migration20261128VerifiedCustomers },
  { name: '2026-11-28-adopted-orders', class: Migration20261128AdoptedOrders },
];
