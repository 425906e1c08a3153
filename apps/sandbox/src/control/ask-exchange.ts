import { Problem } from '../problem.ts';

const READ_TIMEOUT_MS = 15_000;

/** Posts to the exchange's REST API, as any customer's app could. @returns the answer's JSON, whatever its status @throws Problem when there is none */
export async function askExchange(exchangeUrl: string, path: string, body: object): Promise<unknown> {
  try {
    const response = await fetch(new URL(path, exchangeUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(READ_TIMEOUT_MS),
    });
    return await response.json();
  } catch {
    throw new Problem(424, 'EXCHANGE_UNREACHABLE', `the exchange at ${exchangeUrl} does not answer`);
  }
}
