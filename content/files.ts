// Finds and reads the content files that an operator names, within bounds, and assigns each to its service.
import { readdir, readFile, stat } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import type { ContentFile, ContentIssue } from '#foundation/content/kind.ts'
import { SettingError } from '#foundation/settings/setting.ts'
import { systemReason } from '#foundation/process/system-error.ts'
import type { AnySubgraph } from '#foundation/service/subgraph.ts'
import { schemaIssues, type IssueSource, type SchemaIssue } from './rules.ts'
import { readYaml, YamlError, type YamlText } from './yaml.ts'

/** The limit of all files together, in bytes, because they are held in memory. */
const MAX_BYTES = 16 * 1024 * 1024

/** How many unknown lists of a file are reported: finding the line of each takes time. */
const MAX_UNKNOWN_LISTS = 20

type Path = readonly (string | number)[]

export interface LocatedIssue {
  file: string
  line: number
  path: Path
  reason: string
  source: IssueSource
}

export interface ReadFiles {
  /** The files of each service, in the order of the services, including the readable parts of files with issues. */
  byService: ReadonlyMap<AnySubgraph, readonly ContentFile[]>
  issues: LocatedIssue[]
  /** The line of a value that breaks a rule of a domain. */
  locate: (issue: ContentIssue) => LocatedIssue
}

/** Reads files, and the YAML files in folders and the folders in them. @throws SettingError */
export async function readContentFiles(
  names: readonly string[],
  services: readonly AnySubgraph[],
): Promise<ReadFiles> {
  const texts = new Map<string, YamlText>()
  const locate = ({ file, path, reason }: ContentIssue, source: IssueSource) => {
    return { file, line: texts.get(file)?.lineOf(path) ?? 1, path, reason, source }
  }
  const issues: LocatedIssue[] = []
  const checked: CheckedFile[] = []
  for (const [name, text] of await readTexts(names)) {
    const read = readText(name, text)
    if ('issues' in read) {
      for (const issue of read.issues) issues.push(issue)
      continue
    }
    texts.set(name, read)
    const file = checkFile(name, read.value, services)
    for (const issue of file.wrong) issues.push(locate({ file: name, ...issue }, issue.source))
    checked.push(file)
  }
  const byService = groupFiles(checked, services)
  return { byService, issues, locate: (issue) => locate(issue, 'rule') }
}

/** Groups files by service, in the order of the services. */
function groupFiles(
  checked: readonly CheckedFile[],
  services: readonly AnySubgraph[],
): ReadFiles['byService'] {
  const groups = services.map((service) => {
    const files = checked.filter((one) => one.service === service).map(({ file }) => file)
    return [service, files] as const
  })
  return new Map(groups.filter(([, files]) => files.length > 0))
}

function readText(file: string, text: string): YamlText | { issues: LocatedIssue[] } {
  try {
    return readYaml(text)
  } catch (error) {
    if (!(error instanceof YamlError)) throw error
    return { issues: error.issues.map((one) => ({ ...one, file, path: [], source: 'form' })) }
  }
}

async function readTexts(names: readonly string[]): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  for (const name of names) {
    for (const file of await filesOf(name)) files.set(resolve(file), file)
  }
  let bytes = 0
  const texts = new Map<string, string>()
  for (const file of files.values()) {
    const found = await stat(file).catch((error: unknown) => refuse(file, error))
    if (!found.isFile()) throw new SettingError(`${file}: not a regular file.`)
    bytes += found.size
    if (bytes > MAX_BYTES) {
      throw new SettingError(`${file}: at most ${MAX_BYTES / 1024 / 1024} MiB can be read at once.`)
    }
    const content = await readFile(file).catch((error: unknown) => refuse(file, error))
    texts.set(file, decode(file, content))
  }
  return texts
}

async function filesOf(name: string): Promise<string[]> {
  const found = await stat(name).catch((error: unknown) => refuse(name, error))
  if (!found.isDirectory()) return [name]
  const entries = await readdir(name, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => !entry.isDirectory() && /^[^.].*\.ya?ml$/i.test(entry.name))
    .map(({ name: file, parentPath }) => join(parentPath, file))
    .filter((file) => !/(^|[/\\])\.[^./\\]/.test(relative(name, file)))
  if (files.length === 0) throw new SettingError(`${name}: contains no YAML file.`)
  return files.toSorted()
}

function decode(file: string, content: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    throw new SettingError(`${file}: not valid UTF-8.`)
  }
}

function refuse(file: string, error: unknown): never {
  throw new SettingError(`${file}: cannot be read (${systemReason(error) ?? String(error)}).`)
}

interface CheckedFile {
  service: AnySubgraph | undefined
  file: ContentFile
  wrong: SchemaIssue[]
}

/** A list of the first level, and the service that has it. */
interface KnownList {
  list: string
  service: AnySubgraph
}

function checkFile(name: string, value: unknown, services: readonly AnySubgraph[]): CheckedFile {
  const nothing = { service: undefined, file: { name, lists: {} } }
  const known = services.flatMap(knownLists)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { ...nothing, wrong: [form([], `must contain a list: one of ${namesOf(known)}`)] }
  }
  const held = known.filter(({ list }) => Object.hasOwn(value, list))
  const wrong = [...unknownLists(value, known), ...foreignLists(held)]
  const [first] = held
  if (!first) return { ...nothing, wrong }
  const { service } = first
  const own = held.filter((one) => one.service === service)
  const all = value as ContentFile['lists']
  const lists = Object.fromEntries(own.map(({ list }) => [list, all[list]!]))
  const issues = schemaIssues(service, lists)
  return {
    service,
    file: { name, lists, broken: brokenBy(issues, lists) },
    wrong: [...wrong, ...issues],
  }
}

function knownLists(service: AnySubgraph): KnownList[] {
  const { content = [] } = service
  return content.filter(({ within }) => within === undefined).map(({ list }) => ({ list, service }))
}

function namesOf(known: readonly KnownList[]): string {
  return known.map(({ list }) => list).join(', ')
}

function unknownLists(value: object, known: readonly KnownList[]): SchemaIssue[] {
  return Object.keys(value)
    .filter((name) => known.every(({ list }) => list !== name))
    .slice(0, MAX_UNKNOWN_LISTS)
    .map((name) => form([name], `unknown list; the lists are ${namesOf(known)}`))
}

/** Issues of lists whose service is not that of the first list. */
function foreignLists([first, ...others]: readonly KnownList[]): SchemaIssue[] {
  return others
    .filter(({ service }) => service !== first!.service)
    .map(({ list, service }) => {
      const owners = `belongs to ${service.title}, and ${first!.list} to ${first!.service.title}`
      return form([list], `${owners}: a file contains the lists of one service`)
    })
}

function form(path: Path, reason: string): SchemaIssue {
  return { path, reason, source: 'form' }
}

/** The parts of a file that cannot be checked further, because they have a wrong form. */
function brokenBy(issues: readonly SchemaIssue[], lists: ContentFile['lists']): Set<unknown> {
  const broken = new Set<unknown>()
  for (const { path } of issues.filter(({ source }) => source === 'form')) {
    let value: unknown = lists
    for (const step of path) {
      value = (value as Record<string | number, unknown> | undefined)?.[step]
      broken.add(value)
    }
  }
  return broken
}
