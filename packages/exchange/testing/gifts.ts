import { applyChanges } from '@quydoi/database/apply-changes';
import { readPayoutsOfObligation } from '@quydoi/database/repositories/payouts';
import { NO_CHANGE } from '@quydoi/domain/change';
import { CURRENCIES } from '@quydoi/domain/currencies';
import type { DecisionContext } from '@quydoi/domain/decision-context';
import { post } from '@quydoi/domain/ledger/post';
import { type Payout, type PayoutDraft, queuedPayout } from '@quydoi/domain/transfer/payout';
import { newId } from '../src/context.ts';
import { OBLIGATIONS } from '../src/payouts/obligations/registry.ts';
import type { SignerCtx } from '../src/payouts/signer.ts';
import type { ObligationReader } from '../src/payouts/signer-obligation.ts';
import type { World } from './world.ts';

/** Amount of a gift by default, in dong. */
export const GIFT = 120_000n;
/** A gift of 50 USDT on a chain. */
export const GIFT_ON_CHAIN: Partial<PayoutDraft> = {
  network: 'tron',
  reserve: 'usdt-tron',
  currency: 'trc20',
  amount: 50_000_000n,
  destination: 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC',
  destinationBank: null,
};

/** A kind of obligation that only tests know: gifts. */
export interface Gifts {
  /** Amounts owed by gift. A payout of another amount is rejected. */
  readonly owed: Map<string, bigint>;
  /** A signer that knows gifts. */
  withGifts(ctx: SignerCtx): SignerCtx;
  /** Promises a gift and queues its payout. `owes`: amount of the gift, by default that of the payout. @returns the gift's id */
  promise(set?: Partial<Payout>, owes?: bigint): Promise<string>;
  /** Queues another payout of a gift, as an operator's retry does. */
  payAgain(id: string): Promise<void>;
  /** State and reference of a gift's payouts. */
  stateOf(id: string): Promise<unknown>;
}

/** Creates gifts of a world. */
export function createGifts(world: World): Gifts {
  const owed = new Map<string, bigint>();
  const spent = (payout: Payout, sign: 1n | -1n, { newId: id }: DecisionContext) => {
    const { reserve } = CURRENCIES[payout.currency];
    return post(id(), 'payout', null, [
      { account: `rail:${reserve}`, amount: -sign * payout.amount },
      { account: `loss:${reserve}`, amount: sign * payout.amount },
    ]);
  };
  const readGift: ObligationReader = async (ctx, { obligationId }) => {
    const amountOwed = owed.get(obligationId);
    if (amountOwed === undefined) return null;
    return {
      memo: 'GIFT',
      keyOf: ({ seq }, n) => `gift-${obligationId.slice(-8)}-${seq}-${n}`,
      onProgress: () => NO_CHANGE,
      onSettled: (payout, _settlement, decisionCtx) => ({ ...NO_CHANGE, postings: [spent(payout, 1n, decisionCtx)] }),
      onFailed: () => NO_CHANGE,
      onRejected: () => NO_CHANGE,
      onReversed: (payout, _fee, decisionCtx) => ({ ...NO_CHANGE, postings: [spent(payout, -1n, decisionCtx)] }),
      payouts: await readPayoutsOfObligation(ctx.orm, 'gift', obligationId),
      validate: async ({ amount }) => (amount === amountOwed ? null : 'payout differs from the gift'),
      readHeld: async () => 0n,
      relate: ({ part }, payout) => (part === payout.part ? 'same' : 'unrelated'),
    };
  };

  async function queue(payout: Payout): Promise<void> {
    await applyChanges(world.worker.orm, [{ ...NO_CHANGE, payouts: [{ before: null, after: payout }] }], world.clock.now());
  }

  return {
    owed,
    withGifts: (ctx) => ({ ...ctx, obligations: new Map([...OBLIGATIONS, ['gift', readGift]]) }),
    async promise(set = {}, owes = set.amount ?? GIFT) {
      const id = newId(world.worker);
      const draft: PayoutDraft = {
        id: newId(world.worker),
        obligationKind: 'gift',
        obligationId: id,
        orderId: null,
        seq: 1,
        part: 1,
        parts: 1,
        network: 'bank',
        reserve: 'vnd',
        currency: 'vnd',
        amount: owes,
        held: 0n,
        fee: 0n,
        destination: '0011001234567',
        destinationBank: 'vcb',
        toBalanceOf: null,
      };
      owed.set(id, owes);
      await queue({ ...queuedPayout(draft, world.clock.now()), ...set });
      return id;
    },
    async payAgain(id) {
      const last = (await readPayoutsOfObligation(world.signer.orm, 'gift', id)).at(-1);
      if (!last) throw new Error(`no gift ${id}`);
      await queue(queuedPayout({ ...last, id: newId(world.worker), seq: last.seq + 1 }, world.clock.now()));
    },
    async stateOf(id) {
      const payouts = await readPayoutsOfObligation(world.signer.orm, 'gift', id);
      return payouts.map(({ state, reference }) => [state, reference]);
    },
  };
}
