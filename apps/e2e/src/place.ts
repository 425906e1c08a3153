/** Where a running exchange is reached. */
export interface Place {
  readonly webUrl: string;
  readonly sandboxUrl: string;
  /** The database owner's. */
  readonly databaseUrl: string;
}
