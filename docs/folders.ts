// `npm run folders` writes the folders and their imports into architecture.md; `--check` fails on a new arrow.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, matchesGlob, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { markdownTable } from './markdown-table.ts'

interface Folder {
  name: string
  modules: number
  /** The other folders that its modules import. */
  imports: Set<string>
}

const OWN_TEXTS = [
  '**/node_modules/**',
  '**/test/**',
  'docs/**',
  'examples/*/**',
  'operations/**',
  '**/*.generated.ts',
]
/** Programs and what they share: they know all services, and only they do. */
const PROGRAMS = ['*.ts', 'subgraphs/*.ts', 'router/main.ts', 'content/**']
const IMPORT = /^(?:import|export)\b[^'"]*?\bfrom '([^']+)'|\bimport\('([^']+)'\)/gm

/** The folders of a checkout, each after those that it imports, as far as that is possible. */
function readFolders(root: string): Folder[] {
  const folders = new Map<string, Folder>()
  for (const file of globSync('**/*.ts', { cwd: root, exclude: OWN_TEXTS })) {
    const name = folderOf(file)
    const folder = folders.get(name) ?? { name, modules: 0, imports: new Set<string>() }
    folders.set(name, folder)
    folder.modules += 1
    for (const to of importsOf(root, file).map(folderOf)) {
      if (to !== name) folder.imports.add(to)
    }
  }
  return inOrder([...folders.values()])
}

function folderOf(file: string): string {
  if (PROGRAMS.some((pattern) => matchesGlob(file, pattern))) return 'programs'
  const [top, next] = dirname(file).split('/')
  if (top === 'subgraphs') return 'subgraphs/*'
  return ['foundation', 'packages'].includes(top!) && next ? `${top}/${next}` : top!
}

function importsOf(root: string, file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8')
  return [...text.matchAll(IMPORT)].flatMap(([, from, dynamic]) => {
    const specifier = (from ?? dynamic)!
    if (specifier.startsWith('#foundation/')) return [specifier.slice(1)]
    if (specifier === 'federation-check') return [`packages/${specifier}/src/index.ts`]
    return /^\..*\.ts$/.test(specifier) ? [posix.join(dirname(file), specifier)] : []
  })
}

function inOrder(folders: readonly Folder[]): Folder[] {
  const ordered: Folder[] = []
  const left = folders.toSorted((one, other) => (one.name < other.name ? -1 : 1))
  while (left.length > 0) {
    const upward = left.map((folder) => upwardOf(folder, ordered).length)
    ordered.push(...left.splice(upward.indexOf(Math.min(...upward)), 1))
  }
  return ordered
}

/** The folders that it imports though they are not below it. */
function upwardOf({ imports }: Folder, below: readonly Folder[]): string[] {
  return [...imports].filter((to) => below.every(({ name }) => name !== to))
}

function tableOf(folders: readonly Folder[]): string {
  const rows = folders.map(({ name, modules, imports }, index) => [
    `\`${name}\``,
    String(modules),
    [...imports]
      .map((to) => to.replace('foundation/', ''))
      .sort()
      .join(', '),
    upwardOf(folders[index]!, folders.slice(0, index)).join(', '),
  ])
  const head = ['folder', 'modules', 'imports', 'upward']
  return [markdownTable([head, ...rows]), '', summaryOf(folders)].join('\n')
}

function summaryOf(folders: readonly Folder[]): string {
  const total = (count: (folder: Folder, index: number) => number) =>
    folders.map(count).reduce((sum, each) => sum + each, 0)
  const modules = total((folder) => folder.modules)
  const arrows = total(({ imports }) => imports.size)
  const upward = total((folder, index) => upwardOf(folder, folders.slice(0, index)).length)
  return `${folders.length} folders, ${modules} modules, ${arrows} arrows between folders, ${upward} of them upward.`
}

/** The page without its numbers, which every new module would change. */
function arrowsOf(page: string): string {
  return page.replace(/[\d\s-]+/g, '')
}

const BEGIN = '<!-- folders: written by npm run folders -->'
const END = '<!-- /folders -->'

const { values, positionals } = parseArgs({
  options: { check: { type: 'boolean' } },
  allowPositionals: true,
})
const page = fileURLToPath(new URL('architecture.md', import.meta.url))
const [other] = positionals
const table = tableOf(readFolders(other ?? fileURLToPath(new URL('..', import.meta.url))))
const text = readFileSync(page, 'utf8')
const [before, rest] = text.split(BEGIN)
const fresh = `${before}${BEGIN}\n\n${table}\n\n${END}${rest?.split(END)[1]}`
if (other !== undefined) console.log(table)
else if (!values.check) writeFileSync(page, fresh)
else if (arrowsOf(fresh) !== arrowsOf(text)) {
  console.error('stale: docs/architecture.md. Run `npm run folders` and commit the file.')
  process.exitCode = 1
}
