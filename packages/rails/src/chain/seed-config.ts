import type { RailVariables, SandboxConfig } from '../config.ts';
import { unmarked } from '../config-fields.ts';

/** Zod schemas and sandbox values of the variables of chains whose keys all derive from one seed. */

/** BIP 32 seed of the hot wallet and the deposit addresses. */
export const seedVariable = unmarked(/^(?:[0-9a-f]{2}){16,64}$/);

/** Extended public key of the account that deposit addresses are derived from. */
export const xpubVariable = unmarked(/^xpub[1-9A-HJ-NP-Za-km-z]{107}$/);

/** What the roles derive from a chain's seed. */
interface SeedDerivation {
  xpub(secret: { readonly seed: string }): string;
  /** Address of the hot wallet. */
  wallet(secret: { readonly seed: string }): string;
  /** What the operators have deployed on the chain. */
  deployment?(secret: { readonly seed: string }): string;
}

/** The seed that a sandbox generates (`PREFIX_SEED`), and what web and sandbox are told instead of it. */
export function seedSandbox(prefix: string, { xpub, wallet, deployment }: SeedDerivation): Pick<SandboxConfig, 'secrets' | 'derived'> {
  const of = ['signer', `${prefix}_SEED`] as const;
  return {
    secrets: [{ make: ({ hex }) => hex(32), heldAs: { signer: `${prefix}_SEED` } }],
    derived: [
      { of, make: (secret) => `${markOf(secret)}${xpub(seedOf(secret))}`, heldAs: { web: `${prefix}_XPUB` } },
      { of, make: (secret) => wallet(seedOf(secret)), heldAs: { web: `${prefix}_WALLET`, sandbox: `SANDBOX_${prefix}_WALLET` } },
      ...(deployment ? [{ of, make: (secret: string) => deployment(seedOf(secret)), heldAs: { sandbox: `SANDBOX_${prefix}_DEPLOYMENT` } }] : []),
    ],
  };
}

/**
 * Requires a second, independent node (`PREFIX_SECOND_URL`) in production: a transfer counts as expired, and may be signed again, only when both nodes
 * do not know it.
 */
export function loneNode(prefix: string, variables: Partial<RailVariables>): string[] {
  const [first, second] = [variables[`${prefix}_URL`], variables[`${prefix}_SECOND_URL`]];
  const isLone = second === undefined || hostOf(second) === hostOf(first);
  return isLone ? [`${prefix}_SECOND_URL: a second, independent node has to agree that a transfer expired`] : [];
}

function hostOf(url: string | undefined): string | undefined {
  return URL.parse(url ?? '')?.hostname;
}

function seedOf(secret: string): { readonly seed: string } {
  return { seed: secret.slice(markOf(secret).length) };
}

/** Values derived from a sandbox secret carry the sandbox prefix too. */
function markOf(secret: string): 'sandbox-' | '' {
  return secret.startsWith('sandbox-') ? 'sandbox-' : '';
}
