import { expect, test } from 'vitest';
import { looseVersions, unpinnedPackages } from './dependencies.ts';

test.each([
  '^1.2.3',
  '~1.2.3',
  '1.2',
  '1.x',
  '*',
  'latest',
  '>=1.0.0',
  '1.2.3 || 2.0.0',
  'npm:other@^1.2.3',
  'git+https://example.org/a.git',
  'file:../a',
])('the version %s is named', (version) => {
  expect(looseVersions({ dependencies: { exact: '1.2.3' }, devDependencies: { loose: version } })).toEqual([`loose ${version} is no exact version`]);
});

test('exact versions, previews and aliases of them pass', () => {
  expect(looseVersions({ dependencies: { a: '1.2.3', b: '2.0.0-rc.1' }, optionalDependencies: { c: 'npm:@scope/other@24.21.0' } })).toEqual([]);
});

test('a package from elsewhere than the registry, or without its hash, is named', () => {
  const good = { version: '1.0.0', resolved: 'https://registry.npmjs.org/a/-/a-1.0.0.tgz', integrity: 'sha512-AAAA' };
  expect(unpinnedPackages({ '': {}, 'packages/ours': { version: '0.0.0' }, 'node_modules/ours': { link: true }, 'node_modules/a': good })).toEqual(
    [],
  );
  expect(
    unpinnedPackages({
      'node_modules/b': { ...good, resolved: 'https://registry.example.org/b-1.0.0.tgz' },
      'node_modules/c': { version: '1.0.0' },
      'node_modules/e': { version: '1.0.0', integrity: 'sha512-AAAA' },
      'node_modules/d': { ...good, integrity: 'sha1-AAAA' },
    }),
  ).toEqual([
    'node_modules/b comes from https://registry.example.org/b-1.0.0.tgz, not from https://registry.npmjs.org/',
    'node_modules/c has no SHA-512',
    'node_modules/d has no SHA-512',
  ]);
});
