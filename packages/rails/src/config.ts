import type { NetworkCode } from '@quydoi/domain/networks';
import type { Settings } from '@quydoi/domain/settings';
import type { z } from 'zod';
import type { Rail } from './rail.ts';

/** Roles that use rails, each with its own credentials: only the signer holds spending ones. */
export type RailRole = 'web' | 'worker' | 'signer';

/** Environment variables by name. */
export type RailVariables = Readonly<Record<string, string>>;

/** Configuration of a rail: the variables that each role needs, and how its rail is created from them. Pure: programs read the environment. */
export interface RailConfig {
  readonly code: NetworkCode;
  readonly roles: Partial<Record<RailRole, RailRoleConfig>>;
  /** Variables that move money, prove an identity, reveal customers' accounts or let a provider be used at our cost. Roles without them in their schema must not see them. */
  readonly secrets: readonly string[];
  /** Faults of variables that belong together, each starting with the variable's name. */
  readonly faults?: (role: RailRole, variables: Readonly<Record<string, string | undefined>>) => readonly string[];
  /** Faults that only matter in production, each starting with the variable's name. */
  readonly productionFaults?: (role: RailRole, variables: Readonly<Record<string, string | undefined>>) => readonly string[];
  readonly sandbox: SandboxConfig;
}

/** Configuration of a rail for one role. */
export interface RailRoleConfig {
  readonly variables: z.ZodObject;
  /** Creates the rail with the parts that this role may use, from the parsed variables. */
  create(values: object, settings: Settings): Rail;
}

/** Defines a role's variables and rail factory, with the factory's input typed by the schema. */
export function railRole<V extends z.ZodObject>(variables: V, create: (values: z.output<V>, settings: Settings) => Rail): RailRoleConfig {
  // A program parses all rails' variables together with its own, so the values are a superset of this schema's output.
  return { variables, create: (values, settings) => create(values as z.output<V>, settings) };
}

/** Programs with an environment file in a sandbox: the roles and the sandbox itself. */
export type SandboxHolder = RailRole | 'sandbox';

/** Variable names of one value, by holder. */
export type HeldAs = Partial<Record<SandboxHolder, string>>;

/** Values that the first start generates for running a rail against the sandbox. */
export interface SandboxConfig {
  /** Secrets generated once and kept, shared with the sandbox where it simulates the provider. */
  readonly secrets: readonly { readonly make: (random: SandboxRandom) => string; readonly heldAs: HeldAs }[];
  /** Values derived one-way from a secret, for roles that must not hold it. Rewritten at each start. */
  readonly derived?: readonly { readonly of: readonly [RailRole, string]; readonly make: (secret: string) => string; readonly heldAs: HeldAs }[];
  /** Variables derived from the addresses of sandbox and exchange. Rewritten at each start. */
  variables(addresses: { readonly sandboxUrl: string; readonly exchangeUrl: string }): Partial<Record<SandboxHolder, RailVariables>>;
  /** Initial values of variables that may be edited afterwards. */
  readonly initial?: Partial<Record<RailRole, RailVariables>>;
}

/** Random source of the first start. */
export interface SandboxRandom {
  /** Random bytes in hex, marked so that production refuses them. */
  hex(bytes: number): string;
  /** A random integer from `min` to below `max`. */
  integer(min: number, max: number): number;
}
