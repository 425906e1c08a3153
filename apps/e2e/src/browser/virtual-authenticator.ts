import type { Page } from 'playwright-core';

/** An authenticator that Chromium simulates for a page. */
export interface VirtualAuthenticator {
  /** Whether it verifies its user from now on. Where it does not, the browser's dialog ends as if it were cancelled. */
  setUserVerified(isUserVerified: boolean): Promise<void>;
  /** Number of passkeys that it has. */
  count(): Promise<number>;
  /** Ids of its passkeys, in base64. */
  ids(): Promise<readonly string[]>;
}

/** Gives a page an authenticator, as if built into the device, that makes passkeys and verifies its user without asking anybody. */
export async function addVirtualAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
  });
  const credentials = async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials;
  return {
    setUserVerified: async (isUserVerified) => void (await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })),
    count: async () => (await credentials()).length,
    ids: async () => (await credentials()).map(({ credentialId }) => credentialId),
  };
}
