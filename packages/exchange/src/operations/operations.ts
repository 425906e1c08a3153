import type { Caller } from '@quydoi/contract/caller';
import { AppError } from '@quydoi/contract/errors';
import { operationProcedures } from '@quydoi/contract/operations';
import type { Operations } from '@quydoi/contract/ports';
import type { Procedure } from '@quydoi/contract/procedure';
import { type AuditRecord, addFailedCall } from '@quydoi/database/repositories/audit';
import { type Ctx, newId } from '../context.ts';
import { addPicture, listArticles, readPicture, setArticle } from './articles.ts';
import { readConcernedOrder } from './concerned-order.ts';
import { listIdentities, readIdentity, readIdentityKey } from './customers/identities.ts';
import { listIpBlocks, setIpBlock } from './customers/ip-blocks.ts';
import { setDocStatus } from './customers/set-doc-status.ts';
import { listAlarms } from './list-alarms.ts';
import { listReviews, moderateReview } from './moderate-review.ts';
import type { OperatorVerb } from './operator-verb.ts';
import { clearRisk } from './orders/clear-risk.ts';
import { listAttention } from './orders/list-attention.ts';
import { markForged } from './orders/mark-forged.ts';
import { refundOrder } from './orders/refund-order.ts';
import { resolveError } from './orders/resolve-error.ts';
import { answerClaim } from './payments/answer-claim.ts';
import { attachPayment } from './payments/attach-payment.ts';
import { journalRow } from './payments/journal-row.ts';
import { listClaims } from './payments/list-claims.ts';
import { listExceptions, resolveException } from './payments/list-exceptions.ts';
import { listUnmatched } from './payments/list-unmatched.ts';
import { listReadings, readPayment } from './payments/read-payment.ts';
import { refundPayment } from './payments/refund-payment.ts';
import { approvePayout, refusePayout } from './payouts/approve-payout.ts';
import { listPayoutCaps, setPayoutCap } from './payouts/payout-caps.ts';
import { recordManualPayout } from './payouts/record-manual-payout.ts';
import { endCoupon, listCoupons, setCoupon } from './prices/coupons.ts';
import { derivePair, setPair, setRate } from './prices/set-rate.ts';
import { actOrPropose, answeredOnce, confirmableProposal, listProposals, rejectAct } from './proposals.ts';
import { listQuestions, setQuestion, setQuestionCategory } from './questions.ts';
import { listRails, setRail } from './rails.ts';
import { acceptDifference } from './reserves/accept-difference.ts';
import { adjustReserve } from './reserves/adjust-reserve.ts';
import { checkLedger } from './reserves/check-ledger.ts';
import { proveReserves } from './reserves/prove-reserves.ts';
import { setCollectionAccount } from './reserves/set-collection-account.ts';
import { transferReserve } from './reserves/transfer-reserve.ts';
import { limitAlone, setSecondOperator } from './second-operator.ts';
import { readSite, setSite } from './set-site.ts';
import { switchCurrency } from './switch-currency.ts';
import { resolveWithdrawal, returnWithdrawal } from './withdrawals.ts';

/** Use cases of the noun `operations`, each bound by its procedure's name. */
const USE_CASES: UseCases = {
  setRate,
  setPair,
  derivePair,
  setRail,
  switchCurrency,
  setCollectionAccount,
  resolveError,
  resolveWithdrawal,
  returnWithdrawal,
  recordManualPayout,
  adjustReserve,
  transferReserve,
  acceptDifference,
  moderateReview,
  attachPayment,
  refundPayment,
  refundOrder,
  clearRisk,
  markForged,
  approvePayout,
  refusePayout,
  setPayoutCap,
  listPayoutCaps,
  listReviews,
  listAttention,
  listAlarms,
  listUnmatched,
  listClaims,
  answerClaim,
  readPayment,
  listReadings,
  listExceptions,
  resolveException,
  journalRow,
  listRails,
  checkLedger,
  proveReserves,
  setSecondOperator,
  listProposals,
  rejectAct,
  confirmAct,
  setDocStatus,
  listIdentities,
  readIdentity,
  readIdentityKey,
  setCoupon,
  endCoupon,
  listCoupons,
  setIpBlock,
  listIpBlocks,
  setSite,
  readSite,
  setArticle,
  addPicture,
  readPicture,
  listArticles,
  setQuestion,
  setQuestionCategory,
  listQuestions,
};

type UseCases = {
  readonly [K in keyof Operations]: OperatorVerb<Parameters<Operations[K]>[1], Awaited<ReturnType<Operations[K]>>>;
};

/** The operators' port. Calls of procedures with `audit` are recorded in the audit log, with their outcome. */
export function bindOperations(ctx: Ctx): Operations {
  return Object.fromEntries(Object.entries(operationProcedures).map(([name, row]) => [name, bindOne(ctx, name, row)])) as Operations;
}

function bindOne(ctx: Ctx, name: string, { audit, secondOperator }: Pick<Procedure, 'audit' | 'secondOperator'>) {
  const useCase = useCaseOf(name);
  return async (caller: Caller, input: unknown): Promise<unknown> => {
    const operator = operatorOf(caller);
    if (!audit) return useCase(ctx, operator, input);
    const call = { callId: newId(ctx), operator, verb: name, input: recordedInput(input), at: ctx.clock.now() };
    try {
      const alone = await limitAlone(ctx, secondOperator, input);
      const audited: Ctx = { ...ctx, audit: alone ? { ...call, alone } : call };
      return await actOrPropose(ctx, call, () => useCase(audited, operator, input));
    } catch (error) {
      await recordFailure(ctx, call, error);
      throw error;
    }
  };
}

/** Carries out an act as it was proposed by another operator. The audit log has it under its own verb, with who proposed it. */
async function confirmAct(ctx: Ctx, operator: string, { id }: { readonly id: string }): Promise<{ done: true }> {
  const { verb, input } = await confirmableProposal(ctx, operator, id);
  const audit = { callId: newId(ctx), operator, verb, input, at: ctx.clock.now(), proposalId: id };
  return answeredOnce(() => useCaseOf(verb)({ ...ctx, audit }, operator, input) as Promise<{ done: true }>);
}

/** What the audit log has of a call: of a picture only how long its text was. */
function recordedInput(input: unknown): unknown {
  const { image } = input as { readonly image?: unknown };
  return typeof image === 'string' ? { ...(input as object), image: `${image.length} characters` } : input;
}

function useCaseOf(verb: string): OperatorVerb<unknown, unknown> {
  return USE_CASES[verb as keyof Operations] as OperatorVerb<unknown, unknown>;
}

/** Records a failed call. Successful calls are recorded in the transaction of their changes. */
async function recordFailure(ctx: Ctx, call: AuditRecord, error: unknown): Promise<void> {
  const code = error instanceof AppError ? error.code : 'INTERNAL';
  try {
    await addFailedCall(ctx.orm, call, code, await readConcernedOrder(ctx, call.input));
  } catch {
    ctx.logger.error({ verb: call.verb, operator: call.operator, code }, 'failed operator call not recorded in the audit log');
  }
}

/** The operator's name, as the audit log and order events keep it. @throws AppError FORBIDDEN for any other principal */
function operatorOf({ principal }: Caller): string {
  if (principal.kind !== 'operator') throw new AppError('FORBIDDEN');
  return principal.name;
}
