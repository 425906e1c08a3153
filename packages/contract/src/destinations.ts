import { z } from 'zod';
import { accountText, codeText, currencyCode, moment, typedPassword } from './primitives.ts';
import { procedures } from './procedure.ts';

/** A destination as a caller names it. `bank` is for dong alone. */
const destinationInput = z.object({ currency: codeText, bank: codeText.optional(), account: accountText.min(1) });

/** A destination to be saved, with the account's password: forms offer it as the customer's own from then on. */
export const saveDestinationInput = destinationInput.extend({ password: typedPassword });

/** An account or wallet that the customer has saved. */
export const destinationView = z.object({
  currency: currencyCode,
  /** Null where the currency is not paid to banks. */
  bank: z.string().nullable(),
  account: z.string(),
  savedAt: moment,
});

const destinationsView = z.object({ items: z.array(destinationView) });

/**
 * Procedures of `destinations`: accounts and wallets that forms offer the customer to be paid to. They fill in a form, and nothing else: orders name their
 * destination themselves. Each answers with the list, newest first.
 */
export const destinationProcedures = procedures({
  /** The customer's saved destinations. */
  list: { kind: 'query', access: 'customer', limit: { class: 'poll', cost: 1 }, audit: false, input: z.void(), output: destinationsView },
  /**
   * Saves a destination; one that is saved already becomes the newest. Errors: CURRENCY_NOT_SUPPORTED, WALLET_ADDRESS_INVALID, BANK_ACCOUNT_INVALID,
   * CREDENTIALS_INVALID, TOO_MANY_PASSWORDS, TOO_MANY_DESTINATIONS.
   */
  save: {
    kind: 'mutation',
    access: 'customer',
    limit: { class: 'login', cost: 1 },
    audit: false,
    input: saveDestinationInput,
    output: destinationsView,
  },
  /** Removes a saved destination. One that is not saved changes nothing. */
  remove: {
    kind: 'mutation',
    access: 'customer',
    limit: { class: 'act', cost: 1 },
    audit: false,
    input: destinationInput,
    output: destinationsView,
  },
});

export type DestinationInput = z.output<typeof destinationInput>;
export type SaveDestinationInput = z.output<typeof saveDestinationInput>;
export type DestinationView = z.output<typeof destinationView>;
export type DestinationsView = z.output<typeof destinationsView>;
