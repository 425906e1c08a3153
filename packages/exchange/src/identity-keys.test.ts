import { describe, expect, test } from 'vitest';
import { createIdentityOpener, createIdentitySealer, identityPublicKeyOf } from './identity-keys.ts';

const SECRET = Buffer.from('a secret of operators');
const IMAGE = Buffer.from('picture');
const sealer = createIdentitySealer(identityPublicKeyOf(SECRET));
const open = (sealed: string, customer: string, part: 'front' | 'back' = 'front', secrets: [Buffer, ...Buffer[]] = [SECRET]) =>
  createIdentityOpener(secrets).open(sealed, customer, part);

describe('a picture of an identity', () => {
  test('is opened by the secret whose public key sealed it, also once there is a newer one', async () => {
    const sealed = await sealer.seal(IMAGE, 'LAN', 'front');
    expect(sealed).not.toContain(IMAGE.toString('base64url'));
    expect(Buffer.from((await open(sealed, 'LAN')) ?? '')).toEqual(IMAGE);
    expect(Buffer.from((await open(sealed, 'LAN', 'front', [Buffer.from('newer'), SECRET])) ?? '')).toEqual(IMAGE);
    expect(await open(sealed, 'LAN', 'front', [Buffer.from('another')])).toBeNull();
  });

  test('is of one customer and part, and of nobody else', async () => {
    const sealed = await sealer.seal(IMAGE, 'LAN', 'front');
    expect(await open(sealed, 'MAI')).toBeNull();
    expect(await open(sealed, 'LAN', 'back')).toBeNull();
  });

  test('that was changed is not opened', async () => {
    const [header = '', ...rest] = (await sealer.seal(IMAGE, 'LAN', 'front')).split('.');
    const said = JSON.parse(Buffer.from(header, 'base64url').toString());
    const forged = Buffer.from(JSON.stringify({ ...said, customer: 'MAI' })).toString('base64url');
    expect(await open([forged, ...rest].join('.'), 'MAI')).toBeNull();
    expect(await open('no picture', 'LAN')).toBeNull();
  });
});
