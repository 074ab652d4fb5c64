// The parts of the manuals that the rules and the corpus know better than a writer.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { LIBRARIES } from '../../src/directives/libraries.ts'
import {
  CLIENT_LIBRARIES,
  type ClientLibrary,
} from '../../src/sources/documents/client/libraries.ts'
import { SEVERITIES, type Rules } from '../../src/finding.ts'
import { rulesByStep } from '../../src/rules.ts'
import { inspect, worstOf } from '../corpus/inspector.ts'
import { pairsOf, type Chapter, type Pair } from '../corpus/pair.ts'

/** Chapters that graphql-inspector could have something to say about. */
const COMPARED: readonly Chapter[] = [
  'quiet',
  'api',
  'federation',
  'authorization',
  'guards',
  'composition',
  'operations',
]

/** The rules of the package: a list for each step that has some. */
export const packageRules = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(rulesByStep)
      .filter(([, rules]) => Object.keys(rules).length > 0)
      .map(([step, rules]) => [step, rulesList(rules)]),
  )

/** By severity, the worst first. */
function rulesList(rules: Rules): string {
  const lists = SEVERITIES.toReversed().flatMap((severity) => {
    const rated = Object.entries(rules).filter(([, rule]) => rule.severity === severity)
    const items = rated.map(([name, { catches }]) => `- \`${name}\`: ${catches}`)
    return items.length === 0 ? [] : [[`**${severity}**`, '', ...items].join('\n')]
  })
  return lists.join('\n\n')
}

/** Every library whose directives the check knows, with what they do about access. */
export function librariesTable(): string {
  const named = (names: readonly string[] = []) => names.map((name) => `\`@${name}\``).join(', ')
  const rows = LIBRARIES.map(({ name, version, source, guards = {}, lifts, modes, others }) => {
    const cells = [named(Object.keys(guards)), named(lifts), named(modes), named(others)]
    return `| [${name}](${source}) | ${version} | ${cells.join(' | ')} |`
  })
  const head = table('library', 'version or day', 'guards', 'open access', 'modes', 'others')
  return [...head, ...rows].join('\n')
}

/** What each library of clients does not send. */
export function clientDirectivesTable(): string {
  const named = (names: readonly string[] = []) => names.map((name) => `\`@${name}\``).join(' ')
  const rows = Object.entries<ClientLibrary>(CLIENT_LIBRARIES).map(([name, library]) => {
    const { source, removed, unsent, paginated = [], populated = [] } = library
    const all = [...removed, ...paginated, ...populated].toSorted()
    return `| [${name}](${source}) | ${named(all)} | ${named(unsent)} |`
  })
  return [...table('library', 'removed', 'removed with what it is on'), ...rows].join('\n')
}

/** How many changes of each severity graphql-inspector rates otherwise, and how many it does not find. */
export function comparisonCounts({ pairs, others }: Compared): string {
  const rows = SEVERITIES.toReversed().map((severity) => {
    const own = others.filter(({ ours }) => ours === severity)
    const unseen = own.filter(({ theirs }) => theirs.every((level) => level === '–'))
    return `| ${severity} | ${own.length} | ${unseen.length} |`
  })
  const count = `Of ${pairs} changes in the corpus, graphql-inspector rates ${others.length} differently:`
  const head = table('our severity', 'rated differently', 'of these, not found at all')
  return [count, '', ...head, ...rows].join('\n')
}

interface Compared {
  pairs: number
  /** What is rated otherwise. */
  others: { ours: Severity; theirs: readonly string[] }[]
}

/** Runs graphql-inspector for every pair that it could have something to say about. */
export async function compareAll(): Promise<Compared> {
  const pairs = COMPARED.flatMap(pairsOf)
  const others: Compared['others'] = []
  for (const pair of pairs) {
    const { api, sdl } = await inspect(pair)
    const ours = worstSeverity(pair)
    const theirs = [worstOf(api), worstOf(sdl)]
    const isAlike = theirs.every((level) => ALIKE[ours].includes(level))
    if (!isAlike) others.push({ ours, theirs })
  }
  return { pairs: pairs.length, others }
}

/** Every setting of a configuration, as its JSON Schema describes it. */
export function settingsTable(): string {
  const file = new URL('../../config.schema.json', import.meta.url)
  const { properties } = JSON.parse(readFileSync(file, 'utf8')) as JsonSchema
  const rows = Object.entries(properties ?? {}).flatMap(([name, schema]) =>
    settingRows(name, schema),
  )
  return [...table('setting', 'what it says'), ...rows].join('\n')
}

interface JsonSchema {
  description?: string
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  additionalProperties?: JsonSchema | boolean
  anyOf?: JsonSchema[]
}

/** A setting and those inside it. Only what is described is told. */
function settingRows(name: string, schema: JsonSchema): string[] {
  const { additionalProperties: named } = schema
  const ofNamed = typeof named === 'object' ? settingRows(`${name}.<name>`, named) : []
  const inside = [schema, ...(schema.items ? [schema.items, ...(schema.items.anyOf ?? [])] : [])]
  const rows = inside.flatMap(({ properties = {} }) =>
    Object.entries(properties).flatMap(([one, part]) => settingRows(`${name}.${one}`, part)),
  )
  const text = schema.description?.replaceAll('<name>', '`<name>`')
  const all = [...ofNamed, ...rows]
  return text === undefined ? all : [`| \`${name}\` | ${text} |`, ...all]
}

/** What the command prints with these arguments, in the folder of the example. */
export function printed(...args: string[]): string {
  const folder = fileURLToPath(new URL('../../example', import.meta.url))
  const { stdout } = spawnSync(process.execPath, ['../bin/federation-check.js', ...args], {
    cwd: folder,
    env: {},
  })
  // How long a step takes differs from run to run, and the folder from reader to reader.
  const text = stdout
    .toString()
    .trimEnd()
    .replaceAll(/ +\d+ ms$/gm, '')
    .replaceAll(folder, '/home/ada/shop')
  return `\`\`\`\n${text}\n\`\`\``
}

/** What package.json alone decides. */
interface Package {
  name: string
  version: string
}

/** A manual that installs, runs and imports the package by this name, and names this version. */
export function withPackage(manual: string, { name, version }: Package): string {
  return manual
    .replaceAll(/(npx (?:--yes )?|from '|node_modules\/)(?:@[\w.-]+\/)?[\w-]+/g, `$1${name}`)
    .replaceAll(/(npx --yes \S+@)\d[\d.]*\d/g, `$1${version}`)
    .replace(/^(\| version +\|) \S+ */m, `$1 ${version} `)
}

type Severity = (typeof SEVERITIES)[number]

/** Ratings of graphql-inspector that say the same. */
const ALIKE: Record<Severity, readonly string[]> = {
  safe: ['NON_BREAKING', '–'],
  dangerous: ['DANGEROUS'],
  breaking: ['BREAKING'],
  security: [],
}

function worstSeverity({ finds }: Pair): Severity {
  const found = new Set(finds.map((text) => text.split(' ')[0]))
  return SEVERITIES.toReversed().find((severity) => found.has(severity)) ?? 'safe'
}

function table(...columns: string[]): string[] {
  return [`| ${columns.join(' | ')} |`, `| ${columns.map(() => '---').join(' | ')} |`]
}
