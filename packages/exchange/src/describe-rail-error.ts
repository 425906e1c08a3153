import type { RailError } from '@quydoi/rails/rail-error';

const TEXT_LENGTH_MAX = 200;
/** Numbers of accounts and wallets, and addresses on chains, with what is written together with them. */
const ACCOUNTS = /[0-9A-Za-z]*\d{5,}[0-9A-Za-z]*|[0-9A-Za-z]{26,}/g;

/**
 * Text of a provider's error for a log line: its message, which may quote the provider, without accounts.
 * @param hidden further texts that must not be logged, such as an order's reference
 */
export function describeRailError({ message }: RailError, hidden: readonly string[] = []): string {
  const masked = hidden.reduce((text, secret) => (secret === '' ? text : text.replaceAll(secret, '…')), message);
  return masked.replace(ACCOUNTS, '…').slice(0, TEXT_LENGTH_MAX);
}
