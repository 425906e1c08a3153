import { refused } from '@quydoi/client/testing/refused';
import type { PasskeyAttestation } from '@quydoi/contract/passkeys';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { sendPasskey } from './send-passkey.ts';

const CREDENTIAL = { id: 'made-here' } as PasskeyAttestation;
const LISTED = { items: [{ id: 'made-here', name: 'Chrome, Linux', createdAt: new Date(0), usedAt: null }] };
const OTHERS = { items: [{ id: 'another', name: 'Safari, iPhone', createdAt: new Date(0), usedAt: null }] };
const LATE = refused('CHALLENGE_INVALID');

/** Ids that the browser was told to forget. */
let disowned: string[];

beforeEach(() => {
  disowned = [];
  const signalUnknownCredential = async ({ credentialId }: { readonly credentialId: string }) => void disowned.push(credentialId);
  vi.stubGlobal('PublicKeyCredential', { signalUnknownCredential });
});
afterEach(() => vi.unstubAllGlobals());

const send = (add: () => Promise<typeof LISTED>, list: () => Promise<typeof LISTED>) =>
  sendPasskey({ credential: CREDENTIAL, rpId: 'localhost', add, list });
const throws = (error: unknown) => () => Promise.reject(error);

test('a passkey that the server does not have is forgotten by the browser when its challenge is of no use any more', async () => {
  await expect(send(throws(LATE), async () => OTHERS)).rejects.toBe(LATE);
  expect(disowned).toEqual(['made-here']);
});

test('one that the server has taken before, though the answer was lost, stays', async () => {
  expect(await send(throws(LATE), async () => LISTED)).toEqual(LISTED);
  expect(disowned).toEqual([]);
});

test('it stays while nobody knows whether the server has it', async () => {
  const lost = new TypeError('Failed to fetch');
  await expect(send(throws(lost), async () => OTHERS)).rejects.toBe(lost);
  await expect(send(throws(LATE), throws(lost))).rejects.toBe(lost);
  expect(disowned).toEqual([]);
});
