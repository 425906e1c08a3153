import { createClient } from '@quydoi/client/client';
import { createAuthenticator } from '@quydoi/exchange/testing/authenticator';
import { pngOf } from '@quydoi/exchange/testing/png';
import { Secret, TOTP } from 'otpauth';
import { accountOf } from '../customers/accounts.ts';
import { openDevice } from '../customers/device.ts';
import { byHostName, type Endpoints } from '../system/endpoints.ts';

const PASSWORD = 'tra da 7 gio';
const [WIDTH, HEIGHT] = [800, 600];
/** A white page. */
const PICTURE = pngOf(
  WIDTH,
  HEIGHT,
  Buffer.alloc((WIDTH + 1) * HEIGHT, 255).map((byte, n) => (n % (WIDTH + 1) === 0 ? 0 : byte)),
).toString('base64');

/**
 * A customer orders, registers, mistypes the password, signs in, adds a passkey, switches the second factor on, adopts the order of this browser,
 * saves a destination, asks for an address to deposit ETH at, uploads pictures, and locks the screen. That leaves rows in every table of accounts, so
 * that they can be forged.
 * @param customer number of the customer, who has accounts and a client address of its own
 */
export async function openAccount({ webUrl }: Pick<Endpoints, 'webUrl'>, customer: number): Promise<void> {
  const device = await openDevice({ webUrl }, `10.8.${customer >> 8}.${customer & 255}`);
  let token: string | null = null;
  const client = createClient({
    baseUrl: webUrl,
    csrfToken: () => device['x-xsrf-token'],
    fetch: (input, init) => {
      const headers = new Headers(init?.headers);
      for (const [name, value] of Object.entries(device)) headers.set(name, value);
      if (token !== null) headers.set('authorization', `Bearer ${token}`);
      return fetch(input, { ...init, headers });
    },
  });
  const { ref, key } = await client.orders.create.mutate({
    kind: 'buy',
    from: 'vnd',
    to: 'pm',
    quantity: '10',
    destination: accountOf('pm', 'destination', customer),
  });
  const login = `customer${customer}@example.vn`;
  await client.accounts.register.mutate({ email: login, password: PASSWORD });
  const wrong = await client.accounts.login.mutate({ login, password: `${PASSWORD}?` }).catch(() => null);
  if (wrong !== null) throw new Error('a wrong password was taken');
  const entered = await client.accounts.login.mutate({ login, password: PASSWORD });
  if ('challenge' in entered) throw new Error('a new account wants a code');
  ({ token } = entered);
  const authenticator = createAuthenticator({ origin: byHostName(webUrl) });
  const passkey = await client.accounts.setUpPasskey.mutate({ password: PASSWORD });
  await client.accounts.addPasskey.mutate({ setUp: passkey.setUp, credential: authenticator.create(passkey.options) });
  const { secret, setUp } = await client.accounts.setUpTwoFactor.mutate({ password: PASSWORD });
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  ({ token } = await client.accounts.activateTwoFactor.mutate({ setUp, code }));
  const { adopted } = await client.orders.adopt.mutate({ orders: [{ ref, key }] });
  await client.destinations.save.mutate({ currency: 'pm', account: accountOf('pm', 'destination', customer), password: PASSWORD });
  await client.wallet.depositAddress.mutate({ currency: 'eth' });
  await client.identity.uploadPart.mutate({ part: 'front', image: PICTURE });
  await client.accounts.setAvatar.mutate({ image: PICTURE });
  await client.accounts.updateProfile.mutate({ isLockScreen: true });
  await client.accounts.lockScreen.mutate({});
  if (!adopted.includes(ref)) throw new Error(`order ${ref} was not adopted`);
}
