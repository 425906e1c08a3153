/** Addresses of a running exchange and its sandbox. */
export interface Endpoints {
  readonly webUrl: string;
  readonly sandboxUrl: string;
  /** Connection string of the database owner. */
  readonly databaseUrl: string;
  /** Where the run keeps what the exchange answers to its own calls; nothing is kept without it. */
  readonly answersFile?: string;
}

/** A site's address by its host name, as the site itself has it: passkeys are not for numbers. */
export function byHostName(siteUrl: string): string {
  return siteUrl.replace('127.0.0.1', 'localhost');
}
