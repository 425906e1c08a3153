import type { BlockSource, HeadSource, PaymentPage } from '../src/source.ts';

/** Reads deposits to chosen addresses from a chain's sources, which report transfers to any address. */
export function createDepositReader([blocks, head]: readonly [BlockSource, HeadSource]) {
  const reader =
    (source: BlockSource | HeadSource) =>
    async (cursor: string | null, isOurs: (address: string) => boolean): Promise<PaymentPage> => {
      const page = await source.read(cursor, new Date());
      return { ...page, facts: page.facts.filter(({ account }) => isOurs(account)) };
    };
  return { scan: reader(blocks), scanHead: reader(head) };
}
