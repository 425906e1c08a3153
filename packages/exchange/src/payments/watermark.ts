import type { PaymentPage, PolledSource } from '@quydoi/rails/source';

/**
 * Time up to which a source has been read. A list without a timestamp of its own is complete up to the request of its last page. Never beyond the
 * request: a source's clock that is ahead once would otherwise stay the watermark.
 */
export function watermarkOf({ kind }: Pick<PolledSource, 'kind'>, page: Pick<PaymentPage, 'watermark' | 'more'>, startedAt: Date): Date {
  if (page.watermark) return page.watermark > startedAt ? startedAt : page.watermark;
  return kind === 'list' && !page.more ? startedAt : new Date(0);
}
