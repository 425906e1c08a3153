import { operationProcedures } from '@quydoi/contract/operations';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bindOperations } from '../../src/operations/operations.ts';
import { operatorCaller } from '../../testing/callers.ts';
import { openWorld, type World } from '../../testing/world.ts';

const LAN = operatorCaller('lan');
const MINH = operatorCaller('minh');

let world: World;
let operations: ReturnType<typeof bindOperations>;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
  operations = bindOperations(world.operator);
});
afterAll(() => world.database.close());

test('what the site says and allows is set by two operators; what they do not name stays', async () => {
  const before = await operations.readSite(LAN, {});
  const changes = {
    notice: 'Bảo trì lúc 23:00',
    allowBuy: false,
    minOrderKyc: '200000000',
    allowWithdraw: false,
    minWithdraw: '50000',
    referralPercent: '12.5',
    company: 'Công ty TNHH Mẫu, MST 0100000000',
    videoLink: 'https://youtu.be/dQw4w9WgXcQ',
  };
  const proposed = await operations.setSite(LAN, changes);
  expect(proposed).toMatchObject({ done: false });
  expect(await operations.readSite(LAN, {})).toEqual(before);
  await operations.confirmAct(MINH, { id: proposed.proposal ?? '' });
  expect(await operations.readSite(LAN, {})).toEqual({ ...before, ...changes });
  expect((await world.web.settings()).site).toEqual({ ...before, ...changes });
  // The second change is made of what the first one left.
  const { proposal = '' } = await operations.setSite(MINH, { title: 'Đổi Nhanh' });
  await operations.confirmAct(LAN, { id: proposal });
  expect(await operations.readSite(LAN, {})).toEqual({ ...before, ...changes, title: 'Đổi Nhanh' });
  expect(operationProcedures.readSite.output.safeParse(await operations.readSite(LAN, {})).success).toBe(true);
});

test.each([
  {},
  { notices: 'x' },
  { title: '' },
  { email: 'support' },
  { domain: 'https://quydoi.vn/' },
  { minOrderKyc: '-1' },
  { minOrderLogin: '1.5' },
  { minWithdraw: '' },
  { allowWithdraw: 'no' },
  { referralPercent: '100.1' },
  { referralPercent: '-1' },
  { referralPercent: '5 %' },
  { referralPercent: '' },
  { timerSeconds: 0 },
  { allowBuy: 'no' },
  { notice: 'x'.repeat(501) },
  { videoLink: 'http://youtu.be/x' },
  { liveChat: '//evil.example/chat' },
  { videoLink: 'javascript:alert(1)' },
])('%j sets nothing', (input) => {
  expect(operationProcedures.setSite.input.safeParse(input).success).toBe(false);
});
