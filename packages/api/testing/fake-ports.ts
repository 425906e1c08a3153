import type { Caller } from '@quydoi/contract/caller';
import type { NounTables, PortsOf } from '@quydoi/contract/procedure';
import { sampleOf } from './sample.ts';

/** Implementations of some procedures, by noun and name. */
export type SomePorts<N extends NounTables> = { readonly [K in keyof N]?: Partial<PortsOf<N>[K]> };

/** A procedure's use case, whatever its types. */
type UseCase = (caller: Caller, input: unknown) => unknown;

/**
 * Ports of all procedures of these nouns. A procedure without an answer of its own returns the smallest value that its output's schema accepts.
 * @param around wraps each use case, by the procedure's path
 */
export function fakePorts<N extends NounTables>(
  nouns: N,
  answers: SomePorts<N>,
  around: (path: string, useCase: UseCase) => UseCase = (_path, useCase) => useCase,
): PortsOf<N> {
  const ports = Object.entries(nouns).map(([noun, table]) => {
    const written = (answers[noun] ?? {}) as Readonly<Record<string, UseCase>>;
    const useCases = Object.entries(table).map(([name, { output }]) => [
      name,
      around(`${noun}.${name}`, written[name] ?? (async () => sampleOf(output))),
    ]);
    return [noun, Object.fromEntries(useCases)];
  });
  return Object.fromEntries(ports) as PortsOf<N>;
}
