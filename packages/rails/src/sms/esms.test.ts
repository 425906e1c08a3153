import { afterEach, expect, test } from 'vitest';
import { ANSWER_TIMEOUT_MS, type Provider, serve } from '../../testing/serve.ts';
import { createEsms } from './esms.ts';

const SMS = { id: '3f5ec8c7-1c4a-4cce-a311-f731dfeaa133', phone: '+84901888484', code: '042137' };

let provider: Provider | undefined;
afterEach(() => provider?.close());

async function esmsAt(respond: Parameters<typeof serve>[0], timeoutMs = ANSWER_TIMEOUT_MS) {
  provider = await serve(respond);
  return createEsms({
    baseUrl: provider.url,
    apiKey: 'api-key',
    secretKey: 'secret-key',
    brandName: 'QuyDoi',
    text: 'Ma cua ban la {code}.',
    timeoutMs,
  });
}
const saying = (body: object) => esmsAt((response) => void response.end(JSON.stringify(body)));

test('asks as the documentation says, in plain letters and with the number as it is dialled', async () => {
  const esms = await saying({ CodeResult: '100', CountRegenerate: 0, SMSID: 'd533459ee42b2b9525ba9eabf6a8156' });
  await esms.sendCode(SMS);
  expect(provider?.asked).toHaveLength(1);
  const [request] = provider?.asked ?? [];
  expect([request?.method, request?.path]).toEqual(['POST', '/MainService.svc/json/SendMultipleMessage_V4_post_json/']);
  expect(JSON.parse(request?.body ?? '')).toEqual({
    ApiKey: 'api-key',
    SecretKey: 'secret-key',
    Brandname: 'QuyDoi',
    SmsType: '2',
    Phone: '0901888484',
    Content: 'Ma cua ban la 042137.',
    IsUnicode: '0',
    RequestId: SMS.id,
  });
});

test.each<[string, object]>([
  ['124: taken before', { CodeResult: '124', ErrorMessage: 'Request exist 1', SendStatus: '5' }],
  ['100 as a number', { CodeResult: 100 }],
])('%s is taken', async (_, body) => {
  await expect((await saying(body)).sendCode(SMS)).resolves.toBeUndefined();
});

test.each([
  ['101', 'credentials'],
  ['103', 'short'],
  ['104', 'credentials'],
  ['140', 'credentials'],
  ['146', 'suspended'],
  ['99', 'refused'],
  ['108', 'refused'],
  ['177', 'refused'],
])('CodeResult %s is a refusal (%s), which says neither number nor code', async (code, trouble) => {
  const esms = await saying({ CodeResult: code, CountRegenerate: 0, ErrorMessage: `no ${SMS.phone} ${SMS.code}` });
  const failure = await esms.sendCode(SMS).catch((error: unknown) => error);
  expect(failure).toMatchObject({ network: 'esms', trouble, outcome: 'not-done' });
  expect(String(failure)).not.toMatch(/901888484|042137|api-key|secret-key/);
});

test.each([
  [403, 'credentials'],
  [404, 'refused'],
  [429, 'busy'],
  [503, 'busy'],
])('a page of status %i is a refusal (%s)', async (status, trouble) => {
  const esms = await esmsAt((response) => void response.writeHead(status).end('<html>Forbidden</html>'));
  await expect(esms.sendCode(SMS)).rejects.toMatchObject({ trouble, outcome: 'not-done' });
  expect(provider?.asked).toHaveLength(1);
});

test.each<[string, number, string]>([
  ['an answer that is no JSON', 502, '<html>Bad Gateway</html>'],
  ['an answer without a result', 200, '{"error":"Invalid request"}'],
])('%s leaves it open whether the SMS is sent', async (_, status, text) => {
  const esms = await esmsAt((response) => void response.writeHead(status).end(text));
  await expect(esms.sendCode(SMS)).rejects.toMatchObject({ trouble: 'malformed', outcome: 'unknown' });
});

test('a call without an answer is made twice under one id, and given up in time', async () => {
  const esms = await esmsAt(() => {}, 100);
  await expect(esms.sendCode(SMS)).rejects.toMatchObject({ trouble: 'unreachable', outcome: 'unknown' });
  expect(provider?.asked.map(({ body }) => JSON.parse(body).RequestId)).toEqual([SMS.id, SMS.id]);
});

test('the second call tells that the first was taken; refused, it tells nothing of it', async () => {
  let answers = ['', '{"CodeResult":"124"}'];
  const esms = await esmsAt((response) => void response.end(answers.shift()));
  await expect(esms.sendCode(SMS)).resolves.toBeUndefined();
  answers = ['', '{"CodeResult":"103"}'];
  await expect(esms.sendCode(SMS)).rejects.toMatchObject({ trouble: 'malformed', outcome: 'unknown' });
});
