import type { AddressFamilyName, AddressFormat } from '../network.ts';
import type { AddressCheck } from './outcome.ts';

/** Addresses of one kind. The parameters that differ between networks are in the networks' formats. */
export interface AddressFamily<F extends AddressFamilyName> {
  /** Validates text without surrounding blanks, and normalizes it to its stored form. */
  readonly check: (text: string, format: AddressFormat<F>) => AddressCheck;
  /** Whether text has the outward form of an address, mistyped ones included. Absent where other text commonly has that form too. */
  readonly resembles?: (text: string, format: AddressFormat<F>) => boolean;
}
