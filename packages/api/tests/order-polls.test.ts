import superjson, { type SuperJSONResult } from 'superjson';
import { expect, test } from 'vitest';
import { ORDER_KEY } from '../testing/fake-exchange.ts';
import { createTestApp } from '../testing/test-app.ts';

const ASK = '/trpc/orders.get?input=%7B%22json%22%3A%7B%22ref%22%3A%227KQ2M9XR4B%22%7D%7D';

async function ask(path: string, headers: Record<string, string> = {}): Promise<{ status: number; view: Record<string, unknown> }> {
  const response = await createTestApp().app.request(path, { headers });
  const { result } = (await response.json()) as { result: { data: SuperJSONResult } };
  return { status: response.status, view: superjson.deserialize(result.data) };
}

test('a poll answers what the procedure answers, with the time of asking', async () => {
  for (const headers of [{}, { 'x-order-key': ORDER_KEY }]) {
    const polled = await ask(ASK, headers as Record<string, string>);
    // One more parameter is not our client's way of asking: the procedure answers.
    const called = await ask(`${ASK}&lang=vi`, headers as Record<string, string>);
    expect(polled.status).toBe(200);
    expect({ ...polled.view, serverTime: null }).toEqual({ ...called.view, serverTime: null });
    expect(polled.view.serverTime).toBeInstanceOf(Date);
  }
});

test('a poll that is refused says why, as the procedure does, and asks once', async () => {
  const { app, exchange } = createTestApp();
  const errorOf = async (path: string) => ((await (await app.request(path)).json()) as { error: { json: { data: object } } }).error.json.data;
  const path = ASK.replace('7KQ2M9XR4B', 'NOSUCHREF2');
  const polled = await errorOf(path);
  expect(exchange.calls).toHaveLength(1);
  expect(polled).toEqual({ ...(await errorOf(`${path}&lang=vi`)), requestId: 'req-1' });
  expect(polled).toMatchObject({ code: 'ORDER_NOT_FOUND', httpStatus: 404 });
});

test('a poll that comes too often is told when to come back', async () => {
  const { app } = createTestApp({ limits: { poll: { device: { burst: 1, perSecond: 0.5 }, address: { burst: 1, perSecond: 0.5 } } } });
  await app.request(ASK);
  const response = await app.request(ASK);
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '2']);
});
