import { Migration } from '@mikro-orm/migrations';
import { ACCESS } from './access.ts';
import { APPEND_ONLY } from './append-only.ts';
import { AUDIT } from './audit.ts';
import { CLAIM_TABLES } from './claim-tables.ts';
import { DEPOSIT_TABLES } from './deposit-tables.ts';
import { FINITE_TIMES } from './finite-times.ts';
import { GUARDS } from './guards.ts';
import { LEDGER_GUARDS } from './ledger-guards.ts';
import { LEDGER_TABLES } from './ledger-tables.ts';
import { NOTIFICATIONS } from './notifications.ts';
import { OPERATOR_RIGHTS } from './operator-rights.ts';
import { ORDER_TABLES } from './order-tables.ts';
import { PAYMENT_TABLES } from './payment-tables.ts';
import { PAYOUT_GUARDS } from './payout-guards.ts';
import { PAYOUT_TABLES } from './payout-tables.ts';
import { REVIEW_TABLES } from './review-tables.ts';
import { ROLES } from './roles.ts';
import { SEALS } from './seals.ts';
import { SETTING_GUARDS } from './setting-guards.ts';
import { SITE_TABLES } from './site-tables.ts';
import { SLOT_TABLES } from './slot-tables.ts';
import { TRANSITIONS } from './transitions.ts';

/** The schema's first version: tables in the order of their references, then guards, notifications, roles and privileges. */
export class Migration20261122Initial extends Migration {
  override up(): void {
    for (const statements of STATEMENTS) this.addSql(statements);
  }
}

const STATEMENTS = [
  SITE_TABLES,
  ORDER_TABLES,
  TRANSITIONS,
  LEDGER_TABLES,
  PAYMENT_TABLES,
  PAYOUT_TABLES,
  DEPOSIT_TABLES,
  SLOT_TABLES,
  REVIEW_TABLES,
  CLAIM_TABLES,
  OPERATOR_RIGHTS,
  AUDIT,
  SETTING_GUARDS,
  SEALS,
  FINITE_TIMES,
  LEDGER_GUARDS,
  GUARDS,
  PAYOUT_GUARDS,
  APPEND_ONLY,
  NOTIFICATIONS,
  ROLES,
  ACCESS,
];
