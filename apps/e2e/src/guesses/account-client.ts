import type { ExchangeUnderTest } from '../system/exchange-under-test.ts';

/** What an account procedure answered, as it came. */
export interface AccountAnswer {
  readonly status: number;
  /** The error's code, or `done`. */
  readonly code: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** Status, headers and body, without what differs between any two answers. */
  readonly bytes: string;
  readonly ms: number;
}

type Headers = Readonly<Record<string, string>>;

/** Headers that differ between any two answers. */
const PASSING: ReadonlySet<string> = new Set(['date', 'x-request-id', 'set-cookie']);
/** The request's id in the body of a refusal. */
const REQUEST_ID = /"requestId":"[\w-]*"/;
/** On a busy machine. */
const REQUEST_TIMEOUT_MS = 300_000;

interface TrpcBody {
  readonly result?: { readonly data: { readonly json: Readonly<Record<string, unknown>> } };
  readonly error?: { readonly json: { readonly data: { readonly code: string } } };
}

/** Calls a procedure of `accounts` over tRPC. */
export async function callAccount(
  { webUrl }: Pick<ExchangeUnderTest, 'webUrl'>,
  procedure: string,
  input: object,
  headers: Headers,
): Promise<AccountAnswer> {
  const startedMs = performance.now();
  const response = await fetch(new URL(`/trpc/accounts.${procedure}`, webUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': 'en', ...headers },
    body: JSON.stringify({ json: input }),
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  });
  const text = await response.text();
  const ms = performance.now() - startedMs;
  const { result, error } = JSON.parse(text) as TrpcBody;
  const fields = [...response.headers].filter(([name]) => !PASSING.has(name));
  return {
    status: response.status,
    code: error?.json.data.code ?? 'done',
    data: result?.data.json ?? {},
    bytes: JSON.stringify([response.status, fields, text.replace(REQUEST_ID, '')]),
    ms,
  };
}
