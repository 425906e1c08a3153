import { expect, test } from 'vitest';
import { z } from 'zod';
import { procedures } from './procedure.ts';

const ROW = { kind: 'mutation', access: 'operator', limit: null, input: z.object({}), output: z.object({}) } as const;

test('an audited procedure says when a second operator confirms it, or why none does', () => {
  const table = procedures({
    limited: { ...ROW, audit: true, secondOperator: 'always' },
    alone: { ...ROW, audit: true, alone: 'it moves no money' },
    unaudited: { ...ROW, audit: false },
  });
  expect(Object.keys(table)).toEqual(['limited', 'alone', 'unaudited']);
  // The compiler is the test below: at run time nothing is refused.
  // @ts-expect-error neither
  procedures({ silent: { ...ROW, audit: true } });
  // @ts-expect-error both
  procedures({ torn: { ...ROW, audit: true, secondOperator: 'worth', alone: 'it moves no money' } });
  // @ts-expect-error a limit of what nobody records
  procedures({ unseen: { ...ROW, audit: false, secondOperator: 'worth' } });
});
