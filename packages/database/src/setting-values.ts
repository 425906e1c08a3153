import { TRADED_CODES } from '@quydoi/domain/currencies';
import { NETWORK_CODES } from '@quydoi/domain/networks';
import { SUSPENSION_CAUSES } from '@quydoi/domain/operations/suspension';
import { isReadableRate } from '@quydoi/domain/price/rate-settings';
import { COUPON_KINDS, type RateSettings, type SettingKind, type SettingKinds } from '@quydoi/domain/settings';
import { z } from 'zod';

const decimal = z.string().regex(/^\d+(\.\d+)?$/);

const rate = z.looseObject({
  value: decimal,
  fee: decimal,
  percentFee: decimal,
  maxFee: decimal.nullable(),
  minQuantity: decimal.nullable(),
  automaticFee: z.looseObject({ floor: decimal, cap: decimal, coinPrice: decimal.nullable() }).exactOptional(),
  automaticRate: z.looseObject({ profit: decimal, floor: decimal, cap: decimal }).exactOptional(),
});

/** Stored values of each kind of setting. Unknown fields are kept: during a rolling upgrade a newer process may have written them. */
const VALUES: { readonly [K in SettingKind]: z.ZodType<SettingKinds[K]['value']> } = {
  site: z.looseObject({
    domain: z.string(),
    title: z.string(),
    email: z.string(),
    notice: z.string(),
    allowBuy: z.boolean(),
    allowSell: z.boolean(),
    allowExchange: z.boolean(),
    requiredLoginToBuySell: z.boolean(),
    requiredLoginToExchange: z.boolean(),
    requiredVerify: z.boolean(),
    minOrderLogin: decimal,
    minOrderKyc: decimal,
    allowWithdraw: z.boolean().exactOptional(),
    minWithdraw: decimal.exactOptional(),
    referralPercent: decimal.exactOptional(),
    timerSeconds: z.int().positive(),
    supportHours: z.string(),
    zalo: z.string().exactOptional(),
    telegram: z.string().exactOptional(),
    messenger: z.string().exactOptional(),
    liveChat: z.string().exactOptional(),
    company: z.string().exactOptional(),
    videoLink: z.string().exactOptional(),
    pmVerified: z.boolean(),
  }),
  currency: z.looseObject({
    on: z.boolean(),
    isShow: z.boolean(),
    allowBuy: z.boolean(),
    allowSell: z.boolean(),
    minOrder: decimal,
    maxBalance: decimal,
    orderBy: z.number(),
    addressExample: z.string(),
  }),
  buy: rate,
  sell: rate,
  pair: rate.extend({ overridden: z.literal(true).exactOptional() }),
  bank: z.looseObject({ isShow: z.boolean(), accountPattern: z.string(), payoutFee: decimal, orderBy: z.number() }),
  rail: z.looseObject({ on: z.boolean(), note: z.string() }),
  suspension: z.object({
    network: z.enum(NETWORK_CODES),
    cause: z.enum(SUSPENSION_CAUSES),
    direction: z.enum(['in', 'out']),
    subject: z.string(),
    suspended: z.boolean(),
    detail: z.string(),
  }),
  'accepted-difference': z.looseObject({ difference: z.string().regex(/^-?\d+(\.\d+)?$/), note: z.string() }),
  'payout-cap': z.looseObject({ single: decimal, hour: decimal, day: decimal }),
  'ip-block': z.looseObject({ on: z.boolean(), until: z.iso.datetime().nullable(), note: z.string() }),
  coupon: z.looseObject({
    on: z.boolean(),
    percent: decimal.nullable(),
    amount: decimal.nullable(),
    minOrder: decimal,
    kinds: z.array(z.enum(COUPON_KINDS)),
    currencies: z.array(z.enum(TRADED_CODES)).nullable(),
    from: z.iso.datetime().nullable(),
    until: z.iso.datetime().nullable(),
    uses: z.int().positive(),
    usesPerCustomer: z.int().positive().nullable(),
    note: z.string(),
  }),
  secondOperator: z.looseObject({ worth: decimal, rateChange: decimal }),
  collection: z.looseObject({ bank: z.string(), accountNumber: z.string(), accountName: z.string(), branch: z.string() }),
};

/** Parses a stored setting; null when it is not a value of its kind and, for a rate, of its key. */
export function parseSettingValue<K extends SettingKind>(kind: K, key: string, value: unknown): SettingKinds[K]['value'] | null {
  const parsed = VALUES[kind].safeParse(value);
  if (!parsed.success) return null;
  const isRate = kind === 'buy' || kind === 'sell' || kind === 'pair';
  return isRate && !isReadableRate(kind, key, parsed.data as RateSettings) ? null : parsed.data;
}
