// The table of PostgreSQL constructs in `docs/growing.md`, with where they are used.
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { markdownTable } from '../markdown-table.ts'
import { CONSTRUCTS } from './constructs.ts'
import { ENGINES, PAGES, READ_ON, type Construct, type Engine } from './documentation.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const SOURCES = ['foundation/**/*.ts', 'subgraphs/**/*.ts', 'router/**/*.ts', 'content/**/*.ts']
const OTHERS = ['**/test/**', '**/*.generated.ts', '**/node_modules/**']
const COMMENT = /^\s*(?:\/\/|\/?\*).*$/gm

interface Source {
  file: string
  text: string
}

/** @throws if a construct is used nowhere: its row is to be deleted */
export function constructsTable(): string {
  const sources = readSources()
  const engines = Object.keys(ENGINES) as Engine[]
  const rows = CONSTRUCTS.map((construct) => [
    construct.name,
    usesOf(construct, sources),
    ...engines.map((engine) => cellOf(construct, engine)),
  ])
  const head = ['construct', 'used', ...engines.map((engine) => ENGINES[engine].title)]
  return `Read on ${READ_ON}.\n\n${markdownTable([head, ...rows])}`
}

/** Without comments, which may name a construct to say why it is not used. */
function readSources(): Source[] {
  const files = globSync(SOURCES, { cwd: ROOT, exclude: OTHERS }).sort()
  return files.map((file) => ({
    file,
    text: readFileSync(`${ROOT}${file}`, 'utf8').replace(COMMENT, ''),
  }))
}

function usesOf({ name, pattern }: Construct, sources: readonly Source[]): string {
  const uses = sources
    .map(({ file, text }) => ({ file, count: text.match(pattern)?.length ?? 0 }))
    .filter(({ count }) => count > 0)
  const [first] = uses
  if (!first) throw new Error(`No source uses ${name}. Delete its row in docs/constructs.`)
  const total = uses.reduce((sum, { count }) => sum + count, 0)
  return `${total} in ${uses.length} file${uses.length > 1 ? 's' : ''}, such as [${first.file.split('/').at(-1)}](../${first.file})`
}

function cellOf({ says }: Construct, engine: Engine): string {
  const said = says[engine]
  if (typeof said === 'string') return said
  const [text, page] = said
  return `[${text}](${ENGINES[engine].pages}${PAGES[page]})`
}
