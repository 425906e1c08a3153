import { expect, test } from 'vitest';
import { shareOf, tallyOf } from './tally.ts';

const outcomeOf = (status: string, statusReason?: string) => ({ fileName: 'a.ts', status, statusReason });

test('mutants that were left out count nowhere, and those that no test reaches count as missed', () => {
  const missed = [outcomeOf('Survived'), outcomeOf('NoCoverage')];
  const left = [outcomeOf('CompileError', 'not in the sample'), outcomeOf('Ignored'), outcomeOf('Pending')];
  const tally = tallyOf([outcomeOf('Killed'), outcomeOf('Timeout'), outcomeOf('RuntimeError'), ...missed, ...left]);
  expect(tally).toEqual({ noticed: 3, tested: 5, survivors: missed });
  expect(shareOf(tally)).toBe(0.6);
  expect(shareOf({ noticed: 0, tested: 0 })).toBe(1);
});
