/** Addresses of a running exchange and its sandbox. */
export interface Endpoints {
  readonly webUrl: string;
  readonly sandboxUrl: string;
  /** Connection string of the database owner. */
  readonly databaseUrl: string;
  /** Where the run keeps what the exchange answers to its own calls; nothing is kept without it. */
  readonly answersFile?: string;
}
