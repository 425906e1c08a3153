import type { NetworkCode } from '@quydoi/domain/networks';
import type { Settings } from '@quydoi/domain/settings';
import type { z } from 'zod';
import type { Rail } from './rail.ts';

/** Roles that use rails. Each holds other credentials of a network: the web none that spends, the signer all that do. */
export type RailRole = 'web' | 'worker' | 'signer';

/** Variables by name, as an environment has them. */
export type RailVariables = Readonly<Record<string, string>>;

/** Configuration of a rail: the variables that each role needs, and the rail that it makes of them. Pure: programs read the environment. */
export interface RailConfig {
  readonly code: NetworkCode;
  readonly roles: Partial<Record<RailRole, RailRoleConfig>>;
  /** Variables that move money, prove an identity or reveal customers' accounts. Roles without them in their schema must not see them. */
  readonly secrets: readonly string[];
  /** Faults that only matter in production, each starting with the variable's name. */
  readonly productionFaults?: (role: RailRole, variables: Readonly<Record<string, string | undefined>>) => readonly string[];
  readonly sandbox: SandboxConfig;
}

/** What one role needs of a rail. */
export interface RailRoleConfig {
  readonly variables: z.ZodObject;
  /** Creates the rail with the parts that this role may use, from the parsed variables. */
  create(values: object, settings: Settings): Rail;
}

/** A role's variables and its rail, with the types of the one checked against the other. */
export function railRole<V extends z.ZodObject>(variables: V, create: (values: z.output<V>, settings: Settings) => Rail): RailRoleConfig {
  // A program parses all rails' variables together with its own, so the values are a superset of this schema's output.
  return { variables, create: (values, settings) => create(values as z.output<V>, settings) };
}

/** Holders of an environment file in a sandbox: the roles, and the sandbox itself. */
export type SandboxHolder = RailRole | 'sandbox';

/** One value under a name per holder. */
export type HeldAs = Partial<Record<SandboxHolder, string>>;

/** What a first start generates so that a rail works against the sandbox. */
export interface SandboxConfig {
  /** Secrets generated once and kept, shared with the sandbox where it stands for the provider. */
  readonly secrets: readonly { readonly make: (random: SandboxRandom) => string; readonly heldAs: HeldAs }[];
  /** Values derived from a secret that others may know, who could not derive it back. Rewritten at each start. */
  readonly derived?: readonly { readonly of: readonly [RailRole, string]; readonly make: (secret: string) => string; readonly heldAs: HeldAs }[];
  /** Variables that follow from the sandbox's address. Rewritten at each start. */
  variables(addresses: { readonly sandboxUrl: string; readonly exchangeUrl: string }): Partial<Record<SandboxHolder, RailVariables>>;
  /** Variables with first values that may be edited afterwards. */
  readonly initial?: Partial<Record<RailRole, RailVariables>>;
}

/** Randomness of a first start. */
export interface SandboxRandom {
  /** Hex digits of so many random bytes, marked so that production refuses them. */
  hex(bytes: number): string;
  /** A random integer from `min` to below `max`. */
  integer(min: number, max: number): number;
}
