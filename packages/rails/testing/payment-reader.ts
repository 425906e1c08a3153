import type { BlockSource, HeadSource, PaymentPage } from '../src/source.ts';

/** Reads payments to chosen addresses from a chain's sources, which report transfers to any address. @param now by default the machine's time */
export function createPaymentReader([blocks, head]: readonly [BlockSource, HeadSource], now: () => Date = () => new Date()) {
  const reader =
    (source: BlockSource | HeadSource) =>
    async (cursor: string | null, isOurs: (address: string) => boolean): Promise<PaymentPage> => {
      const page = await source.read(cursor, now());
      const { facts, otherAssets } = page;
      const ours = <T extends { readonly account: string }>(told: readonly T[]) => told.filter(({ account }) => isOurs(account));
      return { ...page, facts: ours(facts), ...(otherAssets ? { otherAssets: ours(otherAssets) } : {}) };
    };
  return { scan: reader(blocks), scanHead: reader(head) };
}
