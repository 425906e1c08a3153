/** Part of the code whose tests are measured. */
export interface Area {
  /** Globs of the files that are changed. */
  readonly mutate: readonly string[];
  /** Globs of the tests that should notice. */
  readonly tests: readonly string[];
  /** Whether the tests need PostgreSQL. */
  readonly needsPostgres: boolean;
  /** Share of the mutants that the tests have to notice. */
  readonly required: number;
}

const isTest = '!packages/*/src/**/*.test.ts';

/** Areas by name: the domain's rules about money, and what the exchange does with them. */
export const AREAS = {
  domain: {
    mutate: [
      'packages/domain/src/{exact,limits,memo,memo-distance,money,voucher,voucher-turns}.ts',
      'packages/domain/src/{claim,ledger,operations,order,price,transfer}/**/*.ts',
      isTest,
    ],
    tests: ['packages/domain/src/**/*.test.ts'],
    needsPostgres: false,
    required: 0.95,
  },
  exchange: {
    mutate: ['packages/exchange/src/{payments,payouts,refunds,deposits}/**/*.ts', isTest],
    tests: ['packages/exchange/{src,tests}/**/*.test.ts'],
    needsPostgres: true,
    required: 0.9,
  },
} as const satisfies Record<string, Area>;

/** Name of an area. */
export type AreaName = keyof typeof AREAS;

/** Whether a text names an area. */
export function isAreaName(text: string | undefined): text is AreaName {
  return text !== undefined && Object.hasOwn(AREAS, text);
}
