/** Who made a change. */
export type Actor = 'customer' | 'system' | `operator:${string}`;

/** Actor and time of a decision, and the source of new ids. Decisions are pure: everything else comes in as state. */
export interface DecisionContext {
  readonly now: Date;
  readonly actor: Actor;
  /** The use case or fact behind the decision, for the log. */
  readonly cause: string;
  newId(): string;
}
