import { ConflictError } from '@quydoi/database/money-tx';
import type { Orm } from '@quydoi/database/orm';
import { readWatermarks } from '@quydoi/database/repositories/cursors';
import { readOrderById, readOrdersByRef } from '@quydoi/database/repositories/orders';
import { readUnmatchedArrivals } from '@quydoi/database/repositories/payments';
import {
  hasDoubtBeside,
  hasSubmissionInDoubt,
  type RefusedOfOrigin,
  readRefusedSubmissions,
  readSubmission,
  readSubmissionProgress,
  readSubmissionsDue,
  type SubmissionTurns,
  updateSubmission,
  type VoucherSubmission,
} from '@quydoi/database/repositories/voucher-submissions';
import type { Change } from '@quydoi/domain/change';
import { CURRENCIES } from '@quydoi/domain/currencies';
import type { DecisionContext } from '@quydoi/domain/decision-context';
import { MINUTE_MS, SECOND_MS } from '@quydoi/domain/durations';
import { refsInMemo } from '@quydoi/domain/memo';
import type { NetworkCode } from '@quydoi/domain/networks';
import { awaitsVoucher } from '@quydoi/domain/order/actions';
import { decideVoucherAccepted, decideVoucherRefused, decideVoucherUnknown } from '@quydoi/domain/order/decisions/decide-voucher';
import type { Order } from '@quydoi/domain/order/order';
import type { FirstHandPayment } from '@quydoi/domain/transfer/first-hand';
import { refusalsLeft, VOUCHER_OUTAGE_MS } from '@quydoi/domain/voucher';
import { isIssuerSpared, networksPutOff } from '@quydoi/domain/voucher-turns';
import { RailError } from '@quydoi/rails/rail-error';
import type { Activation, Vouchers } from '@quydoi/rails/voucher';
import { decisionContext } from '../context.ts';
import { decideAndApply } from '../decide-and-apply.ts';
import { describeRailError } from '../describe-rail-error.ts';
import { isDueAgain } from '../due-again.ts';
import { findRecords } from '../first-hand-records.ts';
import { forEachIsolated } from '../for-each-isolated.ts';
import { isSendingAllowed } from '../market/abilities.ts';
import { isOrderProven } from '../orders/order-proof.ts';
import type { RequestSecrets } from '../orders/request-proof.ts';
import { onRailTrouble } from '../rail-trouble.ts';
import type { VoucherCtx } from './answer-checks.ts';
import { openVoucher } from './sealed-voucher.ts';
import { activationCodeOf, isSentByUs, sentCodeOf } from './voucher-evidence.ts';

/** Context of the role that activates vouchers. */
export type ActivationCtx = VoucherCtx & {
  readonly requestSecrets: RequestSecrets;
  /** How long it may stay open whether a voucher's money was taken before an operator has to decide. */
  readonly voucherDoubtMs: number;
};

const BATCH_SIZE = 20;
/**
 * Share of the longest doubt, 30 s of 15 min, until which no voucher is taken for one whose process died while it was being sent: longer than a call may
 * take. Two calls about one voucher are safe, but the second one's refusal is a doubt.
 */
const CALL_SHARE = 1 / 30;
/** Interval of the alarm about a voucher that the issuer cannot be asked about. */
const DOUBT_REPORT_MS = 10 * MINUTE_MS;
/**
 * Share of the longest doubt, 90 s of 15 min, for which no other voucher is sent: meanwhile the issuer answers again and its history is read, which
 * settles most doubts, while of two at once neither can be settled.
 */
const ALONE_SHARE = 1 / 10;
/** Share of the longest doubt, 20 s of 15 min, after which the issuer is asked again about a voucher that it refuses and its history does not show. */
const LOOK_SHARE = 1 / 45;
/** Pause before the issuer is asked about any voucher again, after trouble or after it has put us off. */
const RETRY_MS = 3 * SECOND_MS;
const PUT_OFF_MS = 20 * SECOND_MS;
/** Share of the longest doubt by which the issuer's history has to be read past a lost answer, without an arrival, before the voucher counts as refused. */
const SILENCE_SHARE = 2 / 3;
/** How far the issuer's clock may be from ours, as a share of the longest doubt. It dates by the minute. */
const CLOCK_MARGIN_SHARE = 1 / 3;
const CLOCK_MARGIN_MS_MIN = MINUTE_MS;
/** Tries to store what the issuer has taken, against changes at the same time. */
const ACCEPT_TRIES_MAX = 8;

const pausedUntilMs = new WeakMap<Orm, number>();

/**
 * Takes the money of vouchers that customers pay with, one voucher after another, so that what arrives without a name can be told apart. Activating is
 * once only at the issuer: after a lost answer it is asked again, and where it then refuses, its history tells whether the first call took the money.
 * Others soon go on meanwhile: what an answer names is theirs.
 */
export async function activateVouchers(ctx: ActivationCtx, network: NetworkCode): Promise<boolean> {
  const { vouchers } = ctx.rails.get(network) ?? {};
  if (!vouchers) return false;
  const refused = await readRefusedSubmissions(ctx.orm, ctx.clock.now());
  const due = await readSubmissionsDue(ctx.orm, ctx.clock.now(), BATCH_SIZE, turnsAfter(refused));
  if (!isSendingAllowed(await ctx.settings(), network) || isPaused(ctx) || isIssuerSpared(refused)) {
    reportDoubts(ctx, due);
    return false;
  }
  let waiting = 0;
  await forEachIsolated(
    ctx,
    due,
    'voucher not activated',
    async (submission) => {
      if (!isPaused(ctx) && (await isTurn(ctx, submission))) await activate(ctx, network, vouchers, submission);
      else waiting += 1;
    },
    { concurrency: 1, fieldsOf: ({ id }) => ({ submission: id }) },
  );
  // Those that wait for their turn are first again in the next run.
  return due.length === BATCH_SIZE && waiting === 0;
}

/** Guesses wait behind all others: those of IP networks with more wrong vouchers behind those with fewer. */
function turnsAfter(refused: readonly RefusedOfOrigin[]): SubmissionTurns {
  return {
    leftOut: networksPutOff(refused),
    lastOrigins: refused.toSorted((one, other) => one.lastHour - other.lastHour).map(({ origin }) => origin),
    lastSubjects: refused.flatMap(({ subjects }) => subjects),
  };
}

/**
 * Whether a voucher may be sent now: none while the issuer has refused too many, and none for the first time while a doubt about another is young, or
 * while wrong vouchers from its IP network have used up their share.
 */
async function isTurn(ctx: ActivationCtx, { state, orderId }: VoucherSubmission): Promise<boolean> {
  const refused = await readRefusedSubmissions(ctx.orm, ctx.clock.now());
  if (isIssuerSpared(refused)) return false;
  if (state !== 'new') return true;
  const putOff = networksPutOff(refused);
  if (putOff.length > 0 && putOff.includes((await readOrderById(ctx.orm, orderId))?.origin ?? '')) return false;
  return !(await hasSubmissionInDoubt(ctx.orm, later(ctx, -ctx.voucherDoubtMs * ALONE_SHARE)));
}

/** Whether the issuer is left alone for a moment, after trouble. */
function isPaused(ctx: ActivationCtx): boolean {
  return ctx.clock.now().getTime() < (pausedUntilMs.get(ctx.orm) ?? 0);
}

function pause(ctx: ActivationCtx, ms: number): void {
  pausedUntilMs.set(ctx.orm, ctx.clock.now().getTime() + ms);
}

async function activate(ctx: ActivationCtx, network: NetworkCode, vouchers: Vouchers, submission: VoucherSubmission): Promise<void> {
  const order = await readOrderById(ctx.orm, submission.orderId);
  if (!order || CURRENCIES[order.from].network !== network) return;
  const voucher = openVoucher(submission.sealed, ['submitted', submission.id, order.id], ctx.voucherSecrets);
  if (!voucher || !isOrderProven(order, ctx.requestSecrets)) {
    ctx.logger.error({ submission: submission.id }, 'alarm: a voucher was not submitted by this site');
    ctx.telemetry.refused('voucher_evidence');
    await close(ctx, submission, submission.state === 'new' ? 'refused' : 'unsettled');
    return;
  }
  // What was never sent is the customer's still: an order that has ended takes no voucher.
  if (submission.state === 'new' && !isInTime(ctx, order, submission)) {
    await close(ctx, submission, 'refused');
    return;
  }
  const sending = await beginSending(ctx, submission);
  if (!sending) return;
  await ctx.checkpoint('voucher.sending');
  const answer = await ask(ctx, network, () => vouchers.activate(voucher), submission.id);
  await ctx.checkpoint('voucher.answered');
  await record(ctx, order, sending, answer, submission.state === 'new');
  await ctx.checkpoint('voucher.after-write');
}

/**
 * Whether the order awaited a voucher when this one was submitted: who waits here for an issuer that cannot be asked does not lose the order to its timer.
 * The time of submission is the web's word, so it counts for no longer than a doubt may last.
 */
function isInTime({ clock, voucherDoubtMs }: ActivationCtx, order: Order, { createdAt }: VoucherSubmission): boolean {
  return awaitsVoucher(order, new Date(Math.max(createdAt.getTime(), clock.now().getTime() - voucherDoubtMs)));
}

/** Commits that the voucher is sent: from then on its money may have moved. @returns null when another signer, or another voucher, is first */
async function beginSending(ctx: ActivationCtx, submission: VoucherSubmission): Promise<VoucherSubmission | null> {
  const now = ctx.clock.now();
  const nextAt = later(ctx, ctx.voucherDoubtMs * CALL_SHARE);
  // A process that died after it had sent left it so.
  const from = submission.state === 'sending' ? await moved(ctx, submission, { state: 'unknown' }) : submission;
  if (!from) return null;
  const first = from.state === 'new' ? { sentAt: now, sentCode: sentCodeOf(ctx, { ...from, sentAt: now }) } : {};
  try {
    return await moved(ctx, from, { ...first, state: 'sending', nextAt });
  } catch (error) {
    // Another one is being sent, or was by a process that died.
    if (error instanceof ConflictError) return null;
    throw error;
  }
}

type Answer = Activation | { readonly state: 'trouble'; readonly isUnsent: boolean };

async function ask(ctx: ActivationCtx, network: NetworkCode, call: () => Promise<Activation>, submission: string): Promise<Answer> {
  try {
    const answer = await call();
    if (answer.state === 'refused' && answer.refusal === 'credentials')
      await onRailTrouble(ctx, network, 'credentials', 'voucher not activated', { submission });
    return answer;
  } catch (error) {
    if (!(error instanceof RailError)) throw error;
    await onRailTrouble(ctx, network, error.trouble, 'voucher not activated', { submission, reason: describeRailError(error) });
    return { state: 'trouble', isUnsent: error.outcome === 'not-done' };
  }
}

/** @param isFirst whether no earlier call may have taken the voucher's money */
async function record(ctx: ActivationCtx, order: Order, sending: VoucherSubmission, answer: Answer, isFirst: boolean): Promise<void> {
  const again = async (isUntaken: boolean, delayMs: number) => {
    pause(ctx, delayMs);
    // Of a process that dies in the pause the next one asks about it at once, before it sends another: two in doubt are an operator's.
    const nextAt = isUntaken ? later(ctx, delayMs) : ctx.clock.now();
    await moved(ctx, sending, isUntaken ? { state: 'new', sentAt: null, sentCode: null, nextAt } : { state: 'unknown', nextAt });
    if (!isUntaken) reportDoubts(ctx, [sending]);
  };
  switch (answer.state) {
    case 'activated':
      return await accept(ctx, order, sending, answer);
    case 'taken':
      return await leaveOpen(ctx, order, sending, answer);
    case 'trouble':
      return await again(answer.isUnsent && isFirst, RETRY_MS);
    case 'refused':
      if (answer.refusal === 'temporary' || answer.refusal === 'credentials') return await again(isFirst, PUT_OFF_MS);
      return isFirst ? await refuse(ctx, order, sending) : await settleDoubt(ctx, order, sending);
  }
}

/**
 * Stores what the voucher brought; its payment comes from the issuer's history, and is matched by this reference. What the issuer has said outranks what
 * another signer has made of the voucher meanwhile.
 */
async function accept(
  ctx: ActivationCtx,
  order: Order,
  sending: VoucherSubmission,
  { reference, amount }: { readonly reference: string; readonly amount: bigint },
): Promise<void> {
  const code = activationCodeOf(ctx, { id: sending.id, orderId: order.id, reference, amount });
  const set = { state: 'accepted', reference, amount, code, answeredAt: ctx.clock.now() } as const;
  for (let tries = 1, current: VoucherSubmission | null = sending; current && tries <= ACCEPT_TRIES_MAX; tries += 1) {
    if (current.state === 'accepted') return;
    if (current.state === 'refused' || current.state === 'new') break;
    if (await updateSubmission(ctx.orm, current, set)) {
      await tell(ctx, order.id, sending, (before, decisionCtx) => decideVoucherAccepted(before, amount, decisionCtx));
      return;
    }
    current = await readSubmission(ctx.orm, sending.id);
  }
  ctx.logger.error({ submission: sending.id, order: order.id }, 'alarm: the issuer took a voucher, which could not be stored');
}

/** The issuer has taken the voucher and says that its money is not what was asked for: an operator decides, and the customer is not told that it was wrong. */
async function leaveOpen(
  ctx: ActivationCtx,
  order: Order,
  sending: VoucherSubmission,
  { reference, detail }: { readonly reference: string; readonly detail: string },
): Promise<void> {
  ctx.logger.error({ submission: sending.id, order: order.id, batch: reference, detail }, 'alarm: a voucher was taken otherwise than asked for');
  // First the order, which operators see: killed in between, its issuer refuses the voucher, and its doubt is ended in time.
  await tell(ctx, order.id, sending, decideVoucherUnknown);
  const unknown = await moved(ctx, sending, { state: 'unknown' });
  if (unknown) await close(ctx, unknown, 'unsettled');
}

async function refuse(ctx: ActivationCtx, order: Order, sending: VoucherSubmission): Promise<void> {
  if (!(await close(ctx, sending, 'refused'))) return;
  const left = refusalsLeft(await readSubmissionProgress(ctx.orm, order.id));
  await tell(ctx, order.id, sending, (current, decisionCtx) => decideVoucherRefused(current, left, decisionCtx));
}

/**
 * The issuer refuses a voucher whose first answer was lost: either it was never good, or that call took its money. A sole arrival of exactly the ordered
 * amount that came from nobody and names no order is its money; none, once the history was read long past the call, means that it was never good. In
 * doubt nobody guesses.
 */
async function settleDoubt(ctx: ActivationCtx, order: Order, sending: VoucherSubmission): Promise<void> {
  const arrivals = isSentByUs(ctx, sending) ? await readNamelessArrivals(ctx, order, sending) : null;
  const [sole] = arrivals ?? [];
  if (arrivals?.length === 1 && sole && (await isItsMoney(ctx, order, sending, sole))) return await accept(ctx, order, sending, sole);
  // After that time its payment may have become a case, which the search for arrivals does not see.
  const isPresent = ageMs(ctx, sending) < VOUCHER_OUTAGE_MS;
  if (arrivals?.length === 0 && isPresent && (await isHistorySilent(ctx, order, sending))) return await refuse(ctx, order, sending);
  const unknown = await moved(ctx, sending, { state: 'unknown', nextAt: later(ctx, ctx.voucherDoubtMs * LOOK_SHARE) });
  if (unknown) await endDoubt(ctx, unknown);
}

/**
 * Whether a sole arrival in the time of a doubt is the voucher's: of what was ordered, which no role can change, for an order that nothing was paid for,
 * unless it may be that of another voucher, which is in doubt as well, or was left open so shortly before that the issuer may date it as late.
 */
async function isItsMoney(ctx: ActivationCtx, order: Order, sending: VoucherSubmission, arrival: FirstHandPayment): Promise<boolean> {
  if (arrival.amount !== order.orderedQuantity || order.amountPaid !== 0n) return false;
  return !(await hasDoubtBeside(ctx.orm, sending, new Date(arrivesFrom(ctx, sending).getTime() - clockMarginMs(ctx))));
}

/** The earliest time at which the issuer may date the arrival of a voucher's money. */
function arrivesFrom(ctx: ActivationCtx, submission: VoucherSubmission): Date {
  return new Date(firstSentAt(submission).getTime() - clockMarginMs(ctx));
}

function clockMarginMs({ voucherDoubtMs }: ActivationCtx): number {
  return Math.max(CLOCK_MARGIN_MS_MIN, voucherDoubtMs * CLOCK_MARGIN_SHARE);
}

/** Arrivals since the first call that name no order and come from no wallet, as the signer's process itself has read them; null where it has not yet. */
async function readNamelessArrivals(
  ctx: ActivationCtx,
  { payInNetwork, payInAccount }: Order,
  sending: VoucherSubmission,
): Promise<FirstHandPayment[] | null> {
  const payments = await readUnmatchedArrivals(ctx.orm, payInNetwork, payInAccount, arrivesFrom(ctx, sending));
  const { found, missing } = await findRecords(ctx, payments);
  if (missing.length > 0) return null;
  const records = [...found.values()].filter(({ payer, use }) => payer === null && use === null);
  const named = await Promise.all(records.map(async ({ memo }) => (await readOrdersByRef(ctx.orm, refsInMemo(memo))).length > 0));
  return records.filter((_, index) => !named[index]);
}

/** Whether the history was read long past the first call. */
async function isHistorySilent(ctx: ActivationCtx, { payInNetwork }: Order, sending: VoucherSubmission): Promise<boolean> {
  const readTo = (await readWatermarks(ctx.orm, [])).get(payInNetwork);
  return readTo !== undefined && readTo.getTime() >= firstSentAt(sending).getTime() + ctx.voucherDoubtMs * SILENCE_SHARE;
}

/**
 * Tells operators of a doubt that lasts too long because the issuer cannot be asked. It is settled once it can: until then nobody else's voucher could
 * be activated either.
 */
function reportDoubts(ctx: ActivationCtx, due: readonly VoucherSubmission[]): void {
  for (const submission of due) {
    const { id, orderId, state } = submission;
    const isLong = state !== 'new' && ageMs(ctx, submission) >= ctx.voucherDoubtMs;
    if (isLong && isDueAgain(ctx, `doubt ${id}`, DOUBT_REPORT_MS))
      ctx.logger.error({ submission: id, order: orderId }, 'alarm: a voucher may have been taken, and its issuer cannot be asked');
  }
}

/** Time since the issuer was first asked about a voucher. */
function ageMs({ clock }: ActivationCtx, submission: VoucherSubmission): number {
  return clock.now().getTime() - firstSentAt(submission).getTime();
}

function firstSentAt({ sentAt, createdAt }: VoucherSubmission): Date {
  return sentAt ?? createdAt;
}

/** Leaves it to an operator whether a voucher was taken, once its doubt has lasted too long. */
async function endDoubt(ctx: ActivationCtx, unknown: VoucherSubmission): Promise<void> {
  if (ageMs(ctx, unknown) < ctx.voucherDoubtMs) return;
  // First the order, which operators see: killed in between, the doubt is ended again.
  await tell(ctx, unknown.orderId, unknown, decideVoucherUnknown);
  if (await close(ctx, unknown, 'unsettled'))
    ctx.logger.error({ submission: unknown.id, order: unknown.orderId }, 'alarm: nobody knows whether a voucher was taken, an operator decides');
}

async function tell(
  ctx: ActivationCtx,
  orderId: string,
  { id }: Pick<VoucherSubmission, 'id'>,
  decide: (order: Order, ctx: DecisionContext) => Change,
): Promise<void> {
  const isTold = ({ status }: Order) => status === 'pending' || status === 'verifying_transaction';
  await decideAndApply(
    ctx,
    () => readOrderById(ctx.orm, orderId),
    (order) => (isTold(order) ? decide(order, decisionContext(ctx, 'system', `voucher:${id}`)) : null),
  );
}

async function close(ctx: ActivationCtx, submission: VoucherSubmission, state: 'refused' | 'unsettled'): Promise<boolean> {
  return (await moved(ctx, submission, { state, answeredAt: ctx.clock.now() })) !== null;
}

/** @returns the submission as it is now; null when another signer was faster */
async function moved(ctx: ActivationCtx, before: VoucherSubmission, set: Parameters<typeof updateSubmission>[2]): Promise<VoucherSubmission | null> {
  return (await updateSubmission(ctx.orm, before, set)) ? { ...before, ...set, version: before.version + 1 } : null;
}

function later(ctx: ActivationCtx, ms: number): Date {
  return new Date(ctx.clock.now().getTime() + ms);
}
