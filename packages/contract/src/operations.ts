import { alarmOperations } from './operations/alarms.ts';
import { articleOperations } from './operations/articles.ts';
import { claimOperations } from './operations/claims.ts';
import { couponOperations } from './operations/coupons.ts';
import { customerOperations } from './operations/customers.ts';
import { ipBlockOperations } from './operations/ip-blocks.ts';
import { networkOperations } from './operations/networks.ts';
import { orderOperations } from './operations/orders.ts';
import { paymentOperations } from './operations/payments.ts';
import { payoutOperations } from './operations/payouts.ts';
import { priceOperations } from './operations/prices.ts';
import { proposalOperations } from './operations/proposals.ts';
import { questionOperations } from './operations/questions.ts';
import { reserveOperations } from './operations/reserves.ts';
import { reviewOperations } from './operations/reviews.ts';
import { siteOperations } from './operations/site.ts';
import { withdrawalOperations } from './operations/withdrawals.ts';
import { procedures } from './procedure.ts';

/** Procedures of `operations`: what operators can do. Rows with `audit` are written to the audit log with their author. */
export const operationProcedures = procedures({
  ...priceOperations,
  ...networkOperations,
  ...orderOperations,
  ...payoutOperations,
  ...withdrawalOperations,
  ...paymentOperations,
  ...claimOperations,
  ...reserveOperations,
  ...alarmOperations,
  ...proposalOperations,
  ...reviewOperations,
  ...customerOperations,
  ...ipBlockOperations,
  ...couponOperations,
  ...siteOperations,
  ...articleOperations,
  ...questionOperations,
});
