import { expect, test } from 'vitest';
import { shareOf, tallyOf } from './tally.ts';

const outcomeOf = (status: string, statusReason?: string) => ({ fileName: 'a.ts', status, statusReason });

test('mutants that were left out count nowhere, and those that no test reaches count as missed', () => {
  const missed = [outcomeOf('Survived'), outcomeOf('NoCoverage')];
  const left = [outcomeOf('CompileError', 'not in the sample'), outcomeOf('Ignored'), outcomeOf('Pending')];
  const tally = tallyOf([outcomeOf('Killed'), outcomeOf('Timeout'), outcomeOf('RuntimeError'), ...missed, ...left]);
  expect(tally).toMatchObject({ noticed: 3, tested: 5, survivors: missed });
  expect(shareOf(tally)).toBe(0.6);
  expect(shareOf({ noticed: 0, tested: 0 })).toBe(1);
});

test('mutants that ran out of time, or a test of theirs, are told apart from those that a test refuted', () => {
  const outOfTime = [outcomeOf('Timeout'), outcomeOf('Killed', 'Error: Test timed out in 60000ms.')];
  const refuted = [outcomeOf('Killed', 'expected 1 to be 2'), outcomeOf('Killed')];
  expect(tallyOf([...outOfTime, ...refuted])).toEqual({ noticed: 4, tested: 4, outOfTime, survivors: [] });
});
