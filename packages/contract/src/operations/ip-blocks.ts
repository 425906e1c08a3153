import { isBlockableNetwork } from '@quydoi/domain/address/ip-block';
import { z } from 'zod';
import { moment } from '../primitives.ts';
import { procedures } from '../procedure.ts';
import { done } from './terms.ts';

const network = z.string().refine(isBlockableNetwork, 'an IPv4 address or its /24, the /64 or the /48 of an IPv6 address');

/** Blocked IP networks: rows of `operations`. */
export const ipBlockOperations = procedures({
  /**
   * Blocks an IP network, or ends its block. Whoever calls from a blocked one is refused new orders, logins, accounts and messages with IP_BLOCKED;
   * orders that exist go on. `until` ends the block by itself, null does not. `note` says why.
   */
  setIpBlock: {
    kind: 'mutation',
    access: 'operator',
    limit: null,
    audit: true,
    alone: 'it moves no money, orders that exist go on, and it can be taken back',
    input: z.object({ network, on: z.boolean(), until: z.iso.datetime({ offset: true }).nullable(), note: z.string().min(1).max(500) }),
    output: done,
  },
  /** IP networks that are blocked now. */
  listIpBlocks: {
    kind: 'query',
    access: 'operator',
    limit: null,
    audit: false,
    input: z.object({}),
    output: z.object({ items: z.array(z.object({ network: z.string(), until: moment.nullable(), note: z.string() })) }),
  },
});
