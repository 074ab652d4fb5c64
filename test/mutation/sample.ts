// Chooses the mutants to test: the same few of thousands each time.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

interface Position {
  line: number
  column: number
}

interface Mutant {
  id: string
  fileName: string
  location: { start: Position; end: Position }
  mutatorName: string
  replacement: string
}

interface Report {
  files: Record<string, { mutants: (Mutant & { status: string })[] }>
}

/** How many of a thousand mutants of a folder are tested. The first matching pattern counts. */
const SHARES: [files: RegExp, share: number][] = [
  [/^rest-adapters\/openapi\//, 20],
  [/^rest-adapters\//, 60],
  [/^subgraphs\/\w+\/routes\.ts$/, 60],
  [/^subgraphs\/\w+\/resolvers\.ts$/, 80],
  [/^subgraphs\/\w+\/domain\//, 20],
  [/^(foundation|router)\//, 10],
]

const { SURVIVORS_OF } = process.env

/** A Stryker "checker", which can skip a mutant only by reporting that it does not compile. */
class Sample {
  readonly #survivors = SURVIVORS_OF === undefined ? undefined : readSurvivors(SURVIVORS_OF)

  async init(): Promise<void> {}

  async check(mutants: Mutant[]): Promise<Record<string, object>> {
    return Object.fromEntries(mutants.map((mutant) => [mutant.id, this.#check(mutant)]))
  }

  async group(mutants: Mutant[]): Promise<string[][]> {
    return [mutants.map(({ id }) => id)]
  }

  #check(mutant: Mutant): object {
    const file = relative(process.cwd(), mutant.fileName).replaceAll('\\', '/')
    const key = keyOf(file, mutant)
    const isTested = this.#survivors?.has(key) ?? isInSample(file, key)
    return isTested ? { status: 'passed' } : { status: 'compileError', reason: 'not in the sample' }
  }
}

function isInSample(file: string, key: string): boolean {
  const share = SHARES.find(([files]) => files.test(file))?.[1] ?? 0
  return createHash('sha256').update(key).digest().readUInt32BE() % 1000 < share
}

function readSurvivors(path: string): Set<string> {
  const { files } = JSON.parse(readFileSync(path, 'utf8')) as Report
  const survivors = Object.entries(files).flatMap(([file, { mutants }]) =>
    mutants
      .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
      .map((mutant) => keyOf(file, mutant, 1)),
  )
  return new Set(survivors)
}

/** Reports count lines and columns from one, checkers from zero. */
function keyOf(file: string, mutant: Omit<Mutant, 'id' | 'fileName'>, first = 0): string {
  const { location, mutatorName, replacement } = mutant
  const place = ({ line, column }: Position) => ({ column: column - first, line: line - first })
  const { start, end } = location
  return JSON.stringify([file, { start: place(start), end: place(end) }, mutatorName, replacement])
}

export const strykerPlugins = [{ kind: 'Checker', name: 'sample', injectableClass: Sample }]
