import { readAwaitedPayments, readRecentUnread } from '@quydoi/database/repositories/first-hand';
import { readDepositsSince } from '@quydoi/database/repositories/wallets';
import { DAY_MS, MINUTE_MS } from '@quydoi/domain/durations';
import type { NetworkCode } from '@quydoi/domain/networks';
import type { Payment } from '@quydoi/domain/transfer/payment';
import { firstHandLists } from '@quydoi/rails/first-hand';
import type { ListSource } from '@quydoi/rails/source';
import type { Ctx } from '../context.ts';
import { isDueAgain } from '../due-again.ts';
import { findRecords } from '../first-hand-records.ts';
import { createMissWatch } from './miss-watch.ts';
import { findPolled } from './polled-sources.ts';
import { askAgain } from './read-again.ts';
import { createReferenceReader } from './read-references.ts';
import { readFirstHandList } from './read-sources.ts';
import { firstHandCursor } from './source-outage.ts';
import { createSuspensionProbe } from './suspension-probe.ts';
import { unreadPayments } from './unread-payments.ts';

/** Payments looked up in one run. */
const BATCH_SIZE = 100;
/** How long a payment is looked up after it was journalled; later only while a payout waits for it. */
const FRESH_MS = 15_000;
/** Deposits are looked up by every run for this long after they were journalled, and then once in a while. */
const FRESH_DEPOSITS_MS = 2 * MINUTE_MS;
const DEPOSITS_AGAIN_MS = MINUTE_MS;
const DEPOSITS_KEPT_MS = 7 * DAY_MS;
/** Payments are looked up this long before the payouts that wait for them are due again. */
const LEAD_MS = 2_000;

/** Reads payments of one network with credentials of this role: payouts are made for no others. */
export interface FirstHandReader {
  /** A payment is said to have come in: the next run reads the list without waiting until it is journalled. */
  hint(): void;
  /**
   * Reads payments that other roles have journalled. One reading of a list answers for all of them; a chain is asked for each transaction.
   * @returns false: no more can be read now
   */
  run(): Promise<false>;
}

/**
 * Creates the readers of a network's payments in this process: one for each list, so that a list that hangs delays no other; none when its rail
 * confirms none. A payment that one of them has found is not looked for any more.
 */
export function createFirstHandReaders(ctx: Ctx, network: NetworkCode): readonly FirstHandReader[] {
  const firstHand = ctx.rails.get(network)?.firstHand;
  if (firstHand?.by !== 'reference') return firstHandLists(firstHand).map((list) => createListReader(ctx, network, list));
  const readReferences = createReferenceReader(ctx, network, firstHand);
  return [
    {
      hint() {},
      async run() {
        await readReferences((await readUnread(ctx, network)).map(({ reference }) => reference));
        return false;
      },
    },
  ];
}

function createListReader(ctx: Ctx, network: NetworkCode, list: ListSource): FirstHandReader {
  // A list that this role polls anyway is not read because of a hint, which may be of another network.
  const isOwn = !findPolled(ctx, network, list);
  let isHinted = false;
  const isProbeDue = createSuspensionProbe(ctx, network, firstHandCursor(list.name));
  const misses = createMissWatch(ctx.clock);
  const onRequest = () => {
    isHinted = false;
  };
  return {
    hint() {
      isHinted = isOwn;
    },
    async run() {
      const unread = await readUnread(ctx, network);
      askAgain(ctx, list, misses.look(unread));
      if (isHinted || unread.length > 0 || (isOwn && (await isProbeDue()))) await readFirstHandList(ctx, network, list, onRequest);
      return false;
    },
  };
}

async function readUnread(ctx: Ctx, network: NetworkCode): Promise<Payment[]> {
  const nowMs = ctx.clock.now().getTime();
  const [recent, ...awaitedOfEach] = await Promise.all([
    readRecentUnread(ctx.orm, network, new Date(nowMs - FRESH_MS), BATCH_SIZE),
    readAwaitedPayments(ctx.orm, network, new Date(nowMs + LEAD_MS), BATCH_SIZE),
    readDepositsSince(ctx.orm, network, new Date(nowMs - depositAgeMs(ctx, network)), BATCH_SIZE),
  ]);
  const awaited = awaitedOfEach.flat();
  return unreadPayments(recent, awaited, (await findRecords(ctx, awaited)).found);
}

/** How old deposits are looked up by this run. */
function depositAgeMs(ctx: Ctx, network: NetworkCode): number {
  return isDueAgain(ctx, `deposits of ${network}`, DEPOSITS_AGAIN_MS) ? DEPOSITS_KEPT_MS : FRESH_DEPOSITS_MS;
}
