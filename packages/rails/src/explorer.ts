import type { NetworkCode } from '@quydoi/domain/networks';

/**
 * Where anybody can look a transaction up, or null where the rail has no public record. Only ids that the chain itself told are linked.
 * @param reference the transaction's id, with or without the number of a transfer within it (`id:n`)
 */
export function explorerUrl(rail: NetworkCode, reference: string): string | null {
  if (rail !== 'tron') return null;
  const [id = ''] = reference.split(':');
  return /^[0-9a-f]{64}$/.test(id) ? `https://tronscan.org/#/transaction/${id}` : null;
}
