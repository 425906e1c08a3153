/** Author of a change. */
export type Actor = 'customer' | 'system' | `operator:${string}`;

/** Actor and time of a decision, and the source of new ids. Decisions are pure: all other inputs are arguments. */
export interface DecisionContext {
  readonly now: Date;
  readonly actor: Actor;
  /** Use case (`createOrder`) or record (`payment:ID`) that caused the decision, for the log. */
  readonly cause: string;
  newId(): string;
}
