import { setTimeout as sleep } from 'node:timers/promises';
import type { accountProcedures, StartedSessionView } from '@quydoi/contract/accounts';
import { type Caller, customerIdOf } from '@quydoi/contract/caller';
import type { PasskeyView } from '@quydoi/contract/passkeys';
import type { PortsOf } from '@quydoi/contract/procedure';
import { PASSKEY_SECONDS } from '@quydoi/domain/constants';
import { mockTokenOf, refuseWrong, refuseWrongCode, SAFE_ID, SMS_ID } from './mock-security.ts';

const CALL_MS = 300;
const DAY_MS = 86_400_000;
const CHALLENGE = Buffer.alloc(32, 1).toString('base64url');
/** Passkeys are for this host: open the mock by its name, not by its number. */
const HOST = 'localhost';
const TIMEOUT_MS = PASSKEY_SECONDS * 1_000;

type Accounts = PortsOf<{ accounts: typeof accountProcedures }>['accounts'];

/** Passkeys of the mock's accounts. Any passkey logs in. @param sessionOf begins the session of a token */
export function mockPasskeys(sessionOf: (token: string) => StartedSessionView): Partial<Accounts> {
  const passkeys = new Map<string, PasskeyView[]>([
    [SAFE_ID, [{ id: 'old', name: 'Google Password Manager', createdAt: new Date(Date.now() - 40 * DAY_MS), usedAt: new Date(Date.now() - DAY_MS) }]],
  ]);
  const idOf = (caller: Caller) => customerIdOf(caller) ?? '';
  const of = (caller: Caller) => passkeys.get(idOf(caller)) ?? [];
  const confirm = async (caller: Caller, { password, code = '' }: { readonly password: string; readonly code?: string | undefined }) => {
    await sleep(CALL_MS);
    refuseWrong(password);
    if ([SAFE_ID, SMS_ID].includes(idOf(caller))) refuseWrongCode(code);
  };
  const expiresAt = () => new Date(Date.now() + TIMEOUT_MS);

  return {
    passkeyLogin: async () => ({
      options: { challenge: CHALLENGE, rpId: HOST, timeout: TIMEOUT_MS, userVerification: 'required' },
      challenge: 'login',
      expiresAt: expiresAt(),
    }),
    loginWithPasskey: async () => {
      await sleep(CALL_MS);
      return sessionOf('mock-established');
    },
    listPasskeys: async (caller) => ({ items: of(caller) }),
    setUpPasskey: async (caller, proof) => {
      await confirm(caller, proof);
      return {
        options: {
          challenge: CHALLENGE,
          rp: { id: HOST, name: 'Quy Đổi' },
          user: { id: Buffer.from(idOf(caller)).toString('base64url'), name: 'an@example.com', displayName: 'an@example.com' },
          pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
          timeout: TIMEOUT_MS,
          excludeCredentials: of(caller).map(({ id }) => ({ id, type: 'public-key', transports: [] })),
          authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
          attestation: 'none',
        },
        setUp: 'set-up',
        expiresAt: expiresAt(),
      };
    },
    addPasskey: async (caller, { credential: { id }, name = '' }) => {
      await sleep(CALL_MS);
      if (of(caller).some((passkey) => passkey.id === id)) return { items: of(caller) };
      passkeys.set(idOf(caller), [...of(caller), { id, name: name === '' ? 'Chrome, Linux' : name, createdAt: new Date(), usedAt: null }]);
      return { items: of(caller) };
    },
    removePasskey: async (caller, { id, ...proof }) => {
      await confirm(caller, proof);
      passkeys.set(
        idOf(caller),
        of(caller).filter((passkey) => passkey.id !== id),
      );
      return sessionOf(mockTokenOf(idOf(caller)));
    },
  };
}
