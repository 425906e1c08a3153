import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

/** Owner URL of the PostgreSQL cluster that the test run started (tests only). A test makes databases of its own there and leaves the given one alone. */
export function postgresUrl(): string {
  return inject('postgresUrl');
}
