import type { RestRoute } from '../route.ts';
import { bankAccountName, pmAccountName, wmzAccountName } from './account-names.ts';
import { usersMe, usersMeDelete, usersMeExport } from './accounts.ts';
import { paymentClaims } from './claims.ts';
import { buyOrderList, exOrderList, orderList, sellOrderList } from './order-lists.ts';
import { buyOrders, exOrders, histories, orderActions, sellOrders } from './orders.ts';
import { reviewList, reviews } from './reviews.ts';
import { checkEvoucher, tryEvoucher } from './vouchers.ts';
import { cryptoTransactions, walletsMe } from './wallets.ts';

/** Every route below `/api/v1/` that calls a verb. `config-web` stands apart: it is answered from ready bytes. */
export const REST_ROUTES: readonly RestRoute[] = [
  buyOrders,
  sellOrders,
  exOrders,
  histories,
  orderActions,
  paymentClaims,
  bankAccountName,
  pmAccountName,
  wmzAccountName,
  tryEvoucher,
  checkEvoucher,
  reviews,
  reviewList,
  usersMe,
  usersMeExport,
  usersMeDelete,
  orderList,
  buyOrderList,
  sellOrderList,
  exOrderList,
  walletsMe,
  cryptoTransactions,
];
