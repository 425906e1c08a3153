import { z } from 'zod';
import type { HttpAnswer } from '../http.ts';
import { RailError } from '../rail-error.ts';

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const hexText = z.string().regex(/^(?:[0-9a-f]{2})*$/);
const count = z.int().nonnegative();

/** `getnowblock`, and an entry of `getblockbylimitnext`. */
export const blockAnswer = z.object({
  blockID: hash,
  block_header: z.object({ raw_data: z.object({ number: count.default(0), timestamp: count.default(0), txTrieRoot: hash.optional() }) }),
  transactions: z.array(z.object({ txID: hash, raw_data: z.unknown().optional(), ret: z.unknown().optional() })).default([]),
});
/** `getblockbylimitnext`. */
export const blockList = z.object({ block: z.array(blockAnswer) });
/** `triggerconstantcontract`. */
export const constantAnswer = z.object({
  result: z.object({ result: z.boolean().default(false), code: z.string().optional(), message: z.string().optional() }),
  energy_used: count.default(0),
  constant_result: z.array(hexText).default([]),
});
/** `getchainparameters`. */
export const parametersAnswer = z.object({ chainParameter: z.array(z.object({ key: z.string(), value: z.int().optional() })) });
/** `getaccount`; empty for an address without an account. */
export const accountAnswer = z.object({ balance: count.default(0) });
const used = count.default(0);
/** `getaccountresource`. */
export const resourcesAnswer = z.object({
  EnergyLimit: used,
  EnergyUsed: used,
  NetLimit: used,
  NetUsed: used,
  freeNetLimit: used,
  freeNetUsed: used,
});
/** `gettransactioninfobyid`, and an entry of `gettransactioninfobyblocknum`. */
export const infoAnswer = z.object({
  id: hash,
  fee: count.default(0),
  blockNumber: count,
  blockTimeStamp: count,
  result: z.string().optional(),
  receipt: z.object({ result: z.string().optional() }).default({}),
  log: z.array(z.object({ address: z.string(), topics: z.array(z.string()).default([]), data: z.string().default('') })).default([]),
});
/** `broadcasttransaction`. */
export const broadcastAnswer = z.union([z.object({ code: z.string() }), z.object({ result: z.literal(true) })]);
/** How TronGrid refuses a key, with status 401. Anything else, such as a page, comes from something before it. */
const refusal = z.object({ Error: z.string() });

/** Parses a node's answer as JSON. @throws RailError outcome `unknown` for another status or text */
export function readJson(path: string, { status, text }: HttpAnswer): unknown {
  // TronGrid answers 403 when the rate limit is exceeded.
  if (status === 429 || status === 403 || status === 503) throw new RailError('tron', 'busy', 'unknown', `${path} answered ${status}`);
  if (status === 401) {
    const isRefusal = refusal.safeParse(parseJson(text)).success;
    throw new RailError('tron', isRefusal ? 'credentials' : 'unreachable', 'unknown', `${path} answered 401${isRefusal ? '' : ' with a page'}`);
  }
  if (status !== 200) throw new RailError('tron', 'unreachable', 'unknown', `${path} answered ${status}`);
  const answer = parseJson(text);
  if (answer === undefined) throw new RailError('tron', 'malformed', 'unknown', `${path}: not JSON`);
  return answer;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Checks the shape of an answer. @throws RailError outcome `unknown` */
export function shaped<T extends z.ZodType>(path: string, answer: unknown, shape: T): z.output<T> {
  const parsed = shape.safeParse(answer);
  if (parsed.success) return parsed.data;
  // Nodes report errors in this field, with status 200; they are trouble of the node, such as overload, not refusals.
  const isError = typeof answer === 'object' && answer !== null && 'Error' in answer;
  throw new RailError('tron', isError ? 'busy' : 'malformed', 'unknown', `${path}: ${isError ? 'the node could not answer' : 'another shape'}`);
}
