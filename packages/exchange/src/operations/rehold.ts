import { OverdrawnError } from '@quydoi/database/money-tx';

/** Carries a decision out with the order's hold taken again where it was given back; where its reserve has no longer that much, without. */
export async function reholdingIfPossible<T>(executeOrderCommand: (canRehold: boolean) => Promise<T>): Promise<T> {
  try {
    return await executeOrderCommand(true);
  } catch (error) {
    if (!(error instanceof OverdrawnError)) throw error;
    return executeOrderCommand(false);
  }
}
