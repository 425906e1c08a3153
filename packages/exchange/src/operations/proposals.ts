import { AppError } from '@quydoi/contract/errors';
import { ConflictError, withMoneyTx } from '@quydoi/database/money-tx';
import { type AuditRecord, addProposal, type Proposal, readProposals, SecondOperatorError, writeAudit } from '@quydoi/database/repositories/audit';
import { HOUR_MS } from '@quydoi/domain/durations';
import type { Ctx } from '../context.ts';
import { readConcernedOrder } from './concerned-order.ts';
import type { OperatorVerb } from './operator-verb.ts';

/** How long an act waits for a second operator. */
const PROPOSAL_HOURS = 24;

/** Answer to an act that was only proposed. */
interface Proposed {
  readonly done: false;
  readonly proposal: string;
}

/** Carries an act out, or, when its operator may not do so alone, records it for a second operator to confirm. */
export async function actOrPropose<T>(ctx: Ctx, call: AuditRecord, act: () => Promise<T>): Promise<T | Proposed> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof SecondOperatorError)) throw error;
    await addProposal(ctx.orm, call, await readConcernedOrder(ctx, call.input));
    return { done: false, proposal: call.callId };
  }
}

/** Finds a proposed act that nobody has answered. @throws AppError NOT_FOUND */
export async function openProposal(ctx: Ctx, id: string): Promise<Proposal> {
  const found = (await readProposals(ctx.orm, lapsedBefore(ctx))).find((proposal) => proposal.id === id);
  if (!found) throw new AppError('NOT_FOUND');
  return found;
}

/** {@link openProposal} for an operator who confirms it. @throws AppError FORBIDDEN for one's own, NOT_FOUND */
export async function confirmableProposal(ctx: Ctx, operator: string, id: string): Promise<Proposal> {
  const proposal = await openProposal(ctx, id);
  if (proposal.operator === operator) throw new AppError('FORBIDDEN');
  return proposal;
}

/** Lists the acts that wait for a second operator. */
export const listProposals: OperatorVerb<object, { items: Proposal[] }> = async (ctx) => ({
  items: await readProposals(ctx.orm, lapsedBefore(ctx)),
});

/** Ends a proposed act. */
export const rejectAct: OperatorVerb<{ id: string }, { done: true }> = async (ctx, _operator, { id }) => {
  await openProposal(ctx, id);
  const { audit } = ctx;
  if (audit) await answeredOnce(() => withMoneyTx(ctx.orm, (tx) => writeAudit(tx, { ...audit, proposalId: id }, null)));
  return { done: true };
};

/** Runs what answers a proposal. Of several answers at once the database takes one. @throws AppError NOT_FOUND to the others */
export async function answeredOnce<T>(answer: () => Promise<T>): Promise<T> {
  try {
    return await answer();
  } catch (error) {
    if (error instanceof ConflictError && error.constraint === 'audit_proposal') throw new AppError('NOT_FOUND');
    throw error;
  }
}

function lapsedBefore(ctx: Ctx): Date {
  return new Date(ctx.clock.now().getTime() - PROPOSAL_HOURS * HOUR_MS);
}
