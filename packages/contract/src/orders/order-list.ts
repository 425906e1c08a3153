import { LIST_OFFSET_MAX, PAGE_SIZE, PAGE_SIZE_MAX } from '@quydoi/domain/constants';
import { ORDER_KINDS, ORDER_REASONS, ORDER_STATUS_CODES } from '@quydoi/domain/order-status';
import { z } from 'zod';
import { currencyCode, minorUnits, moment } from '../primitives.ts';

/** Which of the customer's orders are wanted: of one kind or of all, from the newest on. */
export const orderListInput = z.object({
  kind: z.enum(ORDER_KINDS).optional(),
  offset: z.number().int().min(0).max(LIST_OFFSET_MAX).default(0),
  limit: z.number().int().min(1).max(PAGE_SIZE_MAX).default(PAGE_SIZE),
});

/** An order in its customer's list. */
export const listedOrderView = z.object({
  ref: z.string(),
  kind: z.enum(ORDER_KINDS),
  status: z.enum(ORDER_STATUS_CODES as [(typeof ORDER_STATUS_CODES)[number], ...(typeof ORDER_STATUS_CODES)[number][]]),
  reason: z.enum(ORDER_REASONS).nullable(),
  from: currencyCode,
  to: currencyCode,
  amountSent: minorUnits,
  amountReceived: minorUnits,
  /** The account that the customer pays from, and that they are paid to, each with its bank where it has one. */
  sender: z.string().nullable(),
  senderBank: z.string().nullable(),
  destination: z.string(),
  destinationBank: z.string().nullable(),
  /** When the payout is tried again; null while it is not to be. */
  retryAt: moment.nullable(),
  /** Whether the customer has claimed a missing payment, and neither an answer nor a payment has followed. */
  isClaimed: z.boolean(),
  createdAt: moment,
  /** When its price expires: an order that still awaits its payment then is not to be paid any more. */
  expiresAt: moment,
});

/** Orders, newest first. `total` counts those that the customer ever made; null for a list of one kind. */
export const orderListView = z.object({
  items: z.array(listedOrderView),
  total: z.number().int().nullable(),
  offset: z.number().int(),
  limit: z.number().int(),
});

export type OrderListInput = z.output<typeof orderListInput>;
export type ListedOrderView = z.output<typeof listedOrderView>;
export type OrderListView = z.output<typeof orderListView>;
