import { OverdrawnError } from '@quydoi/database/money-tx';

/** Runs a decision that may take a released hold again; if the reserve no longer covers the hold, runs it once more without. */
export async function withReholdIfCovered<T>(decide: (canRehold: boolean) => Promise<T>): Promise<T> {
  try {
    return await decide(true);
  } catch (error) {
    if (!(error instanceof OverdrawnError)) throw error;
    return decide(false);
  }
}
