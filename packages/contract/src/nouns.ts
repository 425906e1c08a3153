import { accountProcedures } from './accounts.ts';
import { claimProcedures } from './claims.ts';
import { configProcedures } from './config.ts';
import { contactProcedures } from './contact.ts';
import { destinationProcedures } from './destinations.ts';
import { identityProcedures } from './identity.ts';
import { lookupProcedures } from './lookups.ts';
import { newsProcedures } from './news.ts';
import { operationProcedures } from './operations.ts';
import { orderProcedures } from './orders.ts';
import { reviewProcedures } from './reviews.ts';
import { voucherProcedures } from './vouchers.ts';
import { walletProcedures } from './wallet.ts';

/** Every noun of the contract, by the audience whose router serves it. A new noun is one line here and a table of its own. */
export const NOUNS = {
  /** Served to customers and visitors by the web role. */
  customer: {
    config: configProcedures,
    orders: orderProcedures,
    lookups: lookupProcedures,
    claims: claimProcedures,
    reviews: reviewProcedures,
    vouchers: voucherProcedures,
    accounts: accountProcedures,
    identity: identityProcedures,
    destinations: destinationProcedures,
    wallet: walletProcedures,
    contact: contactProcedures,
    news: newsProcedures,
  },
  /** Called by operators only, from the command line (`npm run operator`). */
  operator: {
    operations: operationProcedures,
  },
} as const;

/** Tables of the customers' nouns. */
export type CustomerNouns = typeof NOUNS.customer;

/** Tables of the operators' nouns. */
export type OperatorNouns = typeof NOUNS.operator;
