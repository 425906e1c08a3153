/** Addresses of a running exchange and its sandbox. */
export interface Endpoints {
  readonly webUrl: string;
  readonly sandboxUrl: string;
  /** Connection string of the database owner. */
  readonly databaseUrl: string;
}
