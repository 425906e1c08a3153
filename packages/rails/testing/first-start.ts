import type { SandboxHolder, SandboxRandom } from '../src/config.ts';
import { RAIL_CONFIGS } from '../src/registry.ts';

/** What the generated values depend on. */
interface FirstStart {
  readonly sandboxUrl: string;
  readonly exchangeUrl: string;
  readonly random: SandboxRandom;
}

/** Variables of every rail for one holder, as the first start of an exchange beside a sandbox generates them. */
export function firstStartVariables(holder: SandboxHolder, { random, ...addresses }: FirstStart): Record<string, string> {
  const all = new Map<SandboxHolder, Record<string, string>>();
  const set = (to: SandboxHolder, variables: object) => all.set(to, { ...all.get(to), ...variables });
  const setAs = (heldAs: Partial<Record<SandboxHolder, string>>, value: string) => {
    for (const [to, name] of Object.entries(heldAs)) set(to as SandboxHolder, { [name]: value });
  };
  for (const { sandbox } of RAIL_CONFIGS) {
    for (const { make, heldAs } of sandbox.secrets) setAs(heldAs, make(random));
    for (const [to, variables] of Object.entries(sandbox.variables(addresses))) set(to as SandboxHolder, variables);
    for (const { of, make, heldAs } of sandbox.derived ?? []) setAs(heldAs, make(all.get(of[0])?.[of[1]] ?? ''));
  }
  return all.get(holder) ?? {};
}
