/** A package.json, as far as it says what is installed. */
export type Manifest = Readonly<Partial<Record<(typeof DEPENDENCY_FIELDS)[number], Readonly<Record<string, string>>>>>;

/** The packages of a package-lock.json by their path. `name` stands where the path has an alias. */
export type LockedPackages = Readonly<
  Record<
    string,
    { readonly name?: string; readonly version?: string; readonly resolved?: string; readonly integrity?: string; readonly link?: boolean }
  >
>;

const DEPENDENCY_FIELDS = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies', 'overrides'] as const;
/** A version and nothing else, or another package under an alias at one. */
const EXACT = /^(?:npm:(?:@[\w.-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/;
const REGISTRY = 'https://registry.npmjs.org/';

/** Dependencies whose version is a range or a tag: what is installed would depend on the day. */
export function looseVersions(manifest: Manifest): string[] {
  return DEPENDENCY_FIELDS.flatMap((field) =>
    Object.entries(manifest[field] ?? {}).flatMap(([name, version]) => (EXACT.test(version) ? [] : [`${name} ${version} is no exact version`])),
  );
}

/**
 * Locked packages that come from elsewhere than npm's registry, or whose content is not pinned by a hash. Without an address a package comes from
 * the registry that npm is set to, by its hash. Workspaces are our own.
 */
export function unpinnedPackages(packages: LockedPackages): string[] {
  return Object.entries(packages).flatMap(([path, { resolved, integrity, link }]) => {
    if (link || !path.includes('node_modules/')) return [];
    if (resolved !== undefined && !resolved.startsWith(REGISTRY)) return [`${path} comes from ${resolved}, not from ${REGISTRY}`];
    return integrity?.startsWith('sha512-') ? [] : [`${path} has no SHA-512`];
  });
}
