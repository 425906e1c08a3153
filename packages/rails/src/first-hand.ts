import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import type { ListSource } from './source.ts';

/**
 * First-hand reading of incoming payments, with credentials of the role that spends: it pays nothing out that it has not read as received itself.
 * `list`: the provider's list answers for many payments at once, under a cursor of its own. `reference`: one call answers for one reference.
 */
export type FirstHand = FirstHandList | FirstHandReferences;

/** A list that the role reads itself. It may also be one of the rail's `sources`, which is then the source of the same name. */
export interface FirstHandList {
  readonly by: 'list';
  readonly source: ListSource;
  /** Lists of further providers of the same payments. Each of the lists alone suffices to confirm a payment. */
  readonly others?: readonly ListSource[];
}

/** All lists with which a role confirms payments; none on networks that are asked by reference. */
export function firstHandLists(firstHand: FirstHand | undefined): readonly ListSource[] {
  return firstHand?.by === 'list' ? [firstHand.source, ...(firstHand.others ?? [])] : [];
}

/** Payments by their references, on the irreversible side of a chain. */
export interface FirstHandReferences {
  readonly by: 'reference';
  /** A well-formed reference that no payment has. It is looked up to learn whether payments can be. */
  readonly absent: string;
  /**
   * The final payments of the transaction that a payment's reference names, or its id alone; empty when there is no such transaction, or it is not
   * final.
   * @throws RailError when the chain cannot be read, or its node is stalled
   */
  find(reference: string, now: Date): Promise<readonly PaymentFact[]>;
  /**
   * As `find`, but a node that tells of no payment is not believed alone: the others are asked too, and what any of them tells suffices. To journal
   * payments, not to pay out for them. Absent where `find` asks every node.
   */
  findAtAny?(reference: string, now: Date): Promise<readonly PaymentFact[]>;
}
