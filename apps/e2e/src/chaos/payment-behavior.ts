import { CURRENCIES, type CurrencyCode } from '@quydoi/domain/currencies';
import { NETWORKS } from '@quydoi/domain/networks';
import type { NetworkDefinition } from '@quydoi/sandbox/network';
import { FAULTS, SIMULATED_NETWORKS } from '@quydoi/sandbox/networks';
import { simulatedNetwork } from '../customers/accounts.ts';

/** How a customer pays for an order. */
export const PAYMENT_BEHAVIORS = [
  /** As the order says. */
  'exact',
  /** Cancels instead of paying. */
  'cancelled',
  /** Lets the order expire. */
  'unpaid',
  'underpaid',
  'overpaid',
  /** Too little, and the rest a little later without being asked. */
  'split',
  /** Off by so little that the order is repriced without asking. */
  'within-tolerance',
  /** After the order's deadline. */
  'late',
  /** Made before the order's deadline by the provider's clock, and reported after it. */
  'reported-late',
  /** The whole amount twice. */
  'duplicate',
  'no-memo',
  'mangled-memo',
  /** On the provider's page, by the form that the order gives. */
  'checkout',
  /** From another account than the order names. */
  'wrong-sender',
  /** Besides the payment, a payment by somebody else without a reference to any order. */
  'third-party',
  /** In a block that the chain drops again. */
  'dropped-block',
  /** Through an internal call of a contract. */
  'internal-call',
  /** With a worthless token that calls itself the right one, then with the right one. */
  'fake-token',
  /** As `fake-token`, with a token that has other decimals. */
  'fake-decimals',
] as const;

/** How a customer pays for an order. */
export type PaymentBehavior = (typeof PAYMENT_BEHAVIORS)[number];

/** Fault that makes simulated chains drop a block with a payment. */
export const DROPPED_BLOCK_FAULT = 'deposit-vanishes';

const EVERYWHERE = ['exact', 'cancelled', 'unpaid', 'underpaid', 'overpaid', 'split', 'late', 'duplicate'] as const;
/** A voucher has neither memo nor sender, and two vouchers for one order behave differently from two payments. */
const BY_VOUCHER = ['exact', 'cancelled', 'unpaid', 'underpaid', 'overpaid', 'late', 'duplicate'] as const;
const BY_MEMO = ['reported-late', 'no-memo', 'mangled-memo', 'third-party'] as const;

/** Behaviors possible for payments in a currency, derived from its network's row and its faults in the sandbox. */
export function paymentBehaviorsFor(code: CurrencyCode): readonly [PaymentBehavior, ...PaymentBehavior[]] {
  if (CURRENCIES[code].isVoucher === true) return BY_VOUCHER;
  const network = simulatedNetwork(code);
  const { attribution, authenticatesPayer, tolerancePerMille } = NETWORKS[network];
  const { paymentWays = [], checkoutPath }: Pick<NetworkDefinition<unknown>, 'paymentWays' | 'checkoutPath'> = SIMULATED_NETWORKS[network];
  // A chain's own coin has no contract that a fake one could imitate.
  const isToken = 'contract' in CURRENCIES[code];
  return [
    ...EVERYWHERE,
    ...(attribution.by === 'memo' ? BY_MEMO : []),
    ...(checkoutPath === undefined ? [] : (['checkout'] as const)),
    ...(authenticatesPayer ? (['wrong-sender'] as const) : []),
    ...(tolerancePerMille === null ? [] : (['within-tolerance'] as const)),
    ...(FAULTS.some((fault) => fault.network === network && fault.kind === DROPPED_BLOCK_FAULT) ? (['dropped-block'] as const) : []),
    ...paymentWays.filter((way) => isToken || way === 'internal-call'),
  ];
}
