import { NETWORK_CODES, NETWORKS, type NetworkCode } from '@quydoi/domain/networks';
import { z } from 'zod';

/** A payment network as clients see it: the facts of its row that pages and forms derive from. */
export const networkView = z.object({
  code: z.string(),
  name: z.string(),
  /** Token standard, shown beside the name for tokens. */
  tokenStandard: z.string().nullable(),
  /** `address`: every order is paid to an address of its own; `memo`: to a shared account, with the order's reference. */
  attribution: z.enum(['memo', 'address']),
  /** Blocks until a payment is final, and the time between blocks; null where the provider's records decide. */
  finality: z.object({ blocks: z.number().int(), blockMs: z.number().int() }).nullable(),
  /** Coin that pays network fees; null where fees come out of what is sent. */
  feeCoin: z.string().nullable(),
  addressFamily: z.string(),
  /** Transaction URL with `{id}` in place of the id. */
  explorerUrl: z.string().nullable(),
  /** Whether holders' names are looked up before money is sent. */
  looksUpHolder: z.boolean(),
  /** Whether sellers have to name the account that they pay from. */
  namesPayer: z.boolean(),
  /** Difference between expected and paid that is repriced without asking, per mille; null where amounts are exact. */
  tolerancePerMille: z.number().int().nullable(),
});

export type NetworkView = z.output<typeof networkView>;

/** The views of all networks. */
export const NETWORK_VIEWS: readonly NetworkView[] = NETWORK_CODES.map(viewOf);

function viewOf(code: NetworkCode): NetworkView {
  const { name, tokenStandard, attribution, finality, feeCoin, address, explorer, holderName, authenticatesPayer, tolerancePerMille } =
    NETWORKS[code];
  return {
    code,
    name,
    tokenStandard: tokenStandard ?? null,
    attribution: attribution.by,
    finality: finality.by === 'record' ? null : { blocks: finality.blocks, blockMs: finality.blockMs },
    feeCoin: feeCoin?.unit ?? null,
    addressFamily: address.family,
    explorerUrl: explorer?.url ?? null,
    looksUpHolder: holderName === 'required',
    namesPayer: authenticatesPayer,
    tolerancePerMille,
  };
}
