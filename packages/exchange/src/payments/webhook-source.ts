import type { NetworkCode } from '@quydoi/domain/networks';
import type { WebhookSource } from '@quydoi/rails/source';
import type { Ctx } from '../context.ts';

/** Finds the source of a webhook route among the rails of this process; null for an unknown route. */
export function findWebhookSource(
  { rails }: Pick<Ctx, 'rails'>,
  route: string,
): { readonly network: NetworkCode; readonly source: WebhookSource } | null {
  for (const [network, { sources = [] }] of rails) {
    for (const source of sources) if (source.kind === 'webhook' && source.name === route) return { network, source };
  }
  return null;
}
