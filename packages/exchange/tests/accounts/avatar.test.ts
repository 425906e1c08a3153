import type { Caller } from '@quydoi/contract/caller';
import { customerIdOf } from '@quydoi/contract/caller';
import type { RoleName } from '@quydoi/database/testing/database';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { AVATARS_PATH } from '@quydoi/domain/image';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findAvatar, removeAvatar, setAvatar } from '../../src/accounts/avatar.ts';
import { deleteAccount } from '../../src/accounts/delete-account.ts';
import { me } from '../../src/accounts/me.ts';
import { createImageCleaner } from '../../src/images/clean-image.ts';
import { exportData } from '../../src/own-data/export-data.ts';
import { openAccounts, PASSWORD, type TestAccounts } from '../../testing/accounts.ts';
import { testCaller } from '../../testing/callers.ts';
import { openWorld, type World } from '../../testing/world.ts';

const images = createImageCleaner();
/** Left half red, right half blue, with words that must not be kept. */
const MARK = 'somebody';

let world: World;
let accounts: TestAccounts;
let photo: string;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
  accounts = openAccounts(world);
  const drawn = sharp({ create: { width: 600, height: 200, channels: 3, background: '#c02020' } }).composite([
    { input: { create: { width: 300, height: 200, channels: 3, background: '#2020c0' } }, left: 300, top: 0 },
  ]);
  photo = (
    await drawn
      .withExif({ IFD0: { Copyright: MARK } })
      .jpeg()
      .toBuffer()
  ).toString('base64');
});
afterAll(async () => {
  await accounts.close();
  await world.database.close();
});

const newCustomer = async () => accounts.callerOf(await accounts.login(await accounts.register()));
const upload = (caller: Caller, image = photo) => setAvatar(world.web, accounts.deps, images, caller, { image });
const idOf = (caller: Caller) => customerIdOf(caller) ?? '';
const idIn = (path: string | null) => path?.slice(`${AVATARS_PATH}/`.length) ?? '';
const rowsOf = (caller: Caller) => world.database.query('select image from avatar where customer_id = $1', [idOf(caller)]);

test('a picture is cut to a square and has nothing but its pixels; its address is new each time', async () => {
  const lan = await newCustomer();
  expect((await me(world.web, accounts.deps, lan)).avatar).toBeNull();
  const { avatar } = await upload(lan);
  expect(avatar).toMatch(/^\/avatars\/[\w-]{22}$/);
  expect((await me(world.web, accounts.deps, lan)).avatar).toBe(avatar);
  const image = Buffer.from((await findAvatar(world.web, lan, idIn(avatar))) ?? []);
  const { format, width, height, exif, icc, xmp } = await sharp(image).metadata();
  expect([format, width, height, exif, icc, xmp]).toEqual(['jpeg', 256, 256, undefined, undefined, undefined]);
  expect(image.includes(MARK)).toBe(false);
  // The middle of the picture is kept: both colours.
  const { data, info } = await sharp(image).raw().toBuffer({ resolveWithObject: true });
  const redAt = (x: number) => data[(128 * info.width + x) * info.channels] ?? 0;
  expect([redAt(20) > 150, redAt(235) < 80]).toEqual([true, true]);

  const { avatar: next } = await upload(lan);
  expect(next).not.toBe(avatar);
  expect(await findAvatar(world.web, lan, idIn(avatar))).toBeNull();
  expect(await rowsOf(lan)).toHaveLength(1);
});

test('a small or drawn picture is as large as any other', async () => {
  const lan = await newCustomer();
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="20" height="8"><circle cx="10" cy="4" r="4" fill="green"/></svg>');
  const { avatar } = await upload(lan, svg.toString('base64'));
  const { width, height } = await sharp(Buffer.from((await findAvatar(world.web, lan, idIn(avatar))) ?? [])).metadata();
  expect([width, height]).toEqual([256, 256]);
});

test('a picture is shown to its customer alone', async () => {
  const [lan, mai] = [await newCustomer(), await newCustomer()];
  const id = idIn((await upload(lan)).avatar);
  expect(await findAvatar(world.web, mai, id)).toBeNull();
  await upload(mai);
  expect(await findAvatar(world.web, mai, id)).toBeNull();
  await expect(findAvatar(world.web, testCaller(), id)).rejects.toThrow('REQUIRED_LOGIN');
  await expect(setAvatar(world.web, accounts.deps, images, testCaller(), { image: photo })).rejects.toThrow('REQUIRED_LOGIN');
  await expect(removeAvatar(world.web, accounts.deps, testCaller())).rejects.toThrow('REQUIRED_LOGIN');
});

test.each([
  ['no picture', Buffer.from('no picture'), 'IMAGE_INVALID'],
  ['a broken JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 1]), 'IMAGE_INVALID'],
  ['an SVG with a script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>x</script></svg>'), 'IMAGE_INVALID'],
  ['more than 10 MB', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(10_485_760)]), 'IMAGE_TOO_LARGE'],
])('%s is refused, and the picture before stays', async (_, file, code) => {
  const lan = await newCustomer();
  const { avatar } = await upload(lan);
  await expect(upload(lan, file.toString('base64'))).rejects.toThrow(code);
  expect((await me(world.web, accounts.deps, lan)).avatar).toBe(avatar);
});

test('a picture is removed, exported while it is there, and erased with the account', async () => {
  const lan = await newCustomer();
  const data = () => exportData(world.web, world.deps, accounts.deps, lan);
  await upload(lan);
  const { avatar } = await data();
  expect((await sharp(Buffer.from(avatar?.image ?? '', 'base64')).metadata()).width).toBe(256);
  expect((await removeAvatar(world.web, accounts.deps, lan)).avatar).toBeNull();
  expect([await rowsOf(lan), (await data()).avatar]).toEqual([[], null]);

  await upload(lan);
  await deleteAccount(world.web, accounts.deps, lan, { password: PASSWORD });
  expect(await rowsOf(lan)).toEqual([]);
  // A picture that was being read while the account was deleted.
  await expect(upload(lan)).rejects.toThrow('REQUIRED_LOGIN');
  expect(await rowsOf(lan)).toEqual([]);
});

test('the database keeps JPEGs of a bounded size, and shows them to no other role', async () => {
  const lan = await newCustomer();
  const code = async (text: string, values: readonly unknown[], role: RoleName) =>
    world.database.query(text, values, role).then(
      () => 'done',
      (error: { code: string }) => error.code,
    );
  const add = `insert into avatar (customer_id, id, image, uploaded_at) values ($1, 'AAAAAAAAAAAAAAAAAAAAAA', $2, now())`;
  expect(await code(add, [idOf(lan), Buffer.from('<svg/>')], 'quydoi_web')).toBe('23514');
  expect(await code(add, [idOf(lan), Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(200_000)])], 'quydoi_web')).toBe('23514');
  for (const role of ['quydoi_worker', 'quydoi_signer', 'quydoi_operator'] as const)
    expect(await code('select image from avatar', [], role)).toBe('42501');
});
