import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a finished run of a file's tests told: which mutants each of them reaches. */
export type Coverage = Readonly<Record<string, unknown>>;

/** How the tests answered one mutant. */
export interface StoredOutcome {
  readonly id: string;
  readonly status: string;
  readonly reason?: string | undefined;
  /** Tests that noticed it, as `file#name`. */
  readonly killedBy?: readonly string[] | undefined;
}

/** The code that a run's results hold for. */
export interface Basis {
  /** Folder that the names of files are relative to. */
  readonly rootDir: string;
  /** Files that every test depends on, and what else decides how mutants are numbered. */
  readonly sources: readonly string[];
  readonly mutate: readonly string[];
  readonly tests: readonly string[];
}

/**
 * Results of mutation runs that were stopped or came before, kept in a folder, so that nothing is tested twice. What a test told holds as long as the
 * sources and the test's file stay the same; that no test noticed a mutant, as long as no test's file changes.
 */
export class ResultsFolder {
  readonly #dir: string;
  /** Hashes of the files of tests as they were when the folder was opened, before a run copied them. */
  readonly #hashes: ReadonlyMap<string, string>;
  readonly #outcomes = new Map<string, StoredOutcome>();

  constructor(dir: string, { rootDir, sources, mutate, tests }: Basis) {
    const hashOf = (file: string) => hash([file, textOf(join(rootDir, file))]);
    this.#hashes = new Map(tests.toSorted().map((file) => [file, hashOf(file)]));
    this.#dir = join(dir, hash([...sources.toSorted().map(hashOf), ...mutate]));
    mkdirSync(this.#dir, { recursive: true });
    for (const { basis, ...outcome } of this.#storedOutcomes()) {
      if (basis === this.#basisOf(outcome)) this.#outcomes.set(outcome.id, outcome);
    }
  }

  /** What was known of a mutant when the folder was opened, or was stored since. */
  outcomeOf(id: string): StoredOutcome | undefined {
    return this.#outcomes.get(id);
  }

  /** Stores how the tests answered a mutant, at once. */
  storeOutcome(outcome: StoredOutcome): void {
    if (this.#outcomes.has(outcome.id)) return;
    this.#outcomes.set(outcome.id, outcome);
    appendFileSync(this.#outcomesFile, `${JSON.stringify({ ...outcome, basis: this.#basisOf(outcome) })}\n`);
  }

  /** What the tests of a file reach; undefined if they have not passed since it changed. */
  coverageOf<C extends Coverage>(testFile: string): C | undefined {
    const path = this.#coverageFile(testFile);
    return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as C) : undefined;
  }

  /** Stores what the tests of a file reach. */
  storeCoverage(testFile: string, coverage: Coverage): void {
    const path = this.#coverageFile(testFile);
    writeFileSync(`${path}.new`, JSON.stringify(coverage));
    renameSync(`${path}.new`, path);
  }

  get #outcomesFile(): string {
    return join(this.#dir, 'outcomes.jsonl');
  }

  /** The last line is incomplete if a run was killed while it wrote. */
  #storedOutcomes(): Array<StoredOutcome & { readonly basis: string }> {
    if (!existsSync(this.#outcomesFile)) return [];
    const text = readFileSync(this.#outcomesFile, 'utf8');
    const complete = text.slice(0, text.lastIndexOf('\n') + 1);
    if (complete.length < text.length) writeFileSync(this.#outcomesFile, complete);
    return complete.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
  }

  #coverageFile(testFile: string): string {
    return join(this.#dir, `${this.#hashes.get(testFile)}.json`);
  }

  #basisOf({ status, killedBy }: StoredOutcome): string {
    const files = status === 'Killed' ? (killedBy ?? []).map((id) => id.slice(0, id.indexOf('#'))) : [];
    return hash(files.length > 0 ? files.map((file) => this.#hashes.get(file) ?? '') : [...this.#hashes.values()]);
  }
}

function textOf(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

function hash(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}
