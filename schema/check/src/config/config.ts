// The configuration: where a project keeps its schema, which rules it has, and what only it can tell.
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, extname, isAbsolute, join, relative, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { GuardSettings } from '../authorization/access.ts'
import { Ajv, type ErrorObject } from 'ajv'
import { recorded, scopeOf } from './config-files.ts'
import { checkContracts } from '../contracts/contract.ts'
import { SEVERITIES, type Severity } from '../finding.ts'
import { incompleteRule, isPlugin, type Plugin } from '../conventions/plugin.ts'
import { didYouMean } from '../near.ts'
import { rulesOf } from '../rules.ts'
import { checkSeverities } from './severities.ts'
import { readBytes } from '../sources/bounded.ts'
import { followed, parseJson, UsageError } from '../sources/files.ts'
import { withSender, type Layout } from '../sources/layout/layout.ts'
import { checkInside } from '../sources/links.ts'
import { checkLevels } from '../sources/nesting.ts'
import type { Project } from '../project.ts'

/** A configuration file, as JSON or as the default export of a module. Paths are relative to `root`. */
export interface Config extends Layout, Partial<GuardSettings> {
  $schema?: string
  /** The folder of the project, relative to the configuration. Default: the folder it stands in. */
  root?: string
  /** What callers asked for; the file is relative to `root`. */
  usage?: { file: string; days?: number; maxAgeDays?: number }
  /** The severity of a rule in this project, or `off`. */
  rules?: Readonly<Record<string, Severity | 'off'>>
  /** False reports no rule of `conventions`, whatever plugins there are. */
  conventions?: boolean
  /** Rules of the project's own; in JSON, paths of modules that export one by default. */
  plugins?: readonly (Plugin | string)[]
  /** What only code of the project can tell; a module alone can say it. */
  project?: Partial<Project>
}

/** A configuration that was read. */
export interface Settings extends Config {
  /** The absolute path of the project's folder. */
  root: string
  /** The file it was read from, relative to `root`; undefined for the default. */
  file?: string
  /**
   * What decides on the rules, relative to `root`: the file, plugins beside it, and where a nearer
   * file would stand.
   */
  files: readonly string[]
  /** What those import, and the package.json that says how, relative to `root`. */
  direct: readonly string[]
  /** What is imported only through other files, relative to `root`. */
  indirect: readonly string[]
  /** Where a configuration may stand, the nearest first, relative to `root`. */
  places: readonly string[]
  plugins: readonly Plugin[]
}

/** Found in the current folder, or the nearest above it, when no other is named. */
const NAMES = ['ts', 'js', 'mjs', 'json'].map((ending) => `federation-check.config.${ending}`)

/**
 * Reads the configuration. Without one, the project is the current folder with the default layout.
 * @param given what `--config` says; undefined for the nearest file in this folder and those above
 * @param folder where the command was called
 * @throws UsageError for a file that cannot be read, with the setting that is wrong
 */
export async function readConfig(given: string | undefined, folder: string): Promise<Settings> {
  const candidates = given === undefined ? candidatesFrom(folder) : [given]
  const file = given ?? candidates.find((one) => existsSync(join(folder, one)))
  if (file === undefined) {
    return {
      root: folder,
      files: candidates,
      direct: [],
      indirect: [],
      places: candidates,
      plugins: [],
    }
  }
  const path = resolve(folder, file)
  const { result, loadedBy } = await recorded(() => loadAll(path, file))
  const { config, root, plugins } = result
  const modules = [path, ...localPlugins(config, dirname(path))]
  const { direct, indirect } = loadedBy(modules)
  // A change that removes a nearer file would otherwise get the rules of this one unnoticed.
  const nearer = candidates.slice(0, candidates.indexOf(file))
  const scope = modules.some((one) => extname(one) !== '.json') ? scopeOf(path) : []
  const place = (one: string) => relative(root, resolve(folder, one))
  const loaded = (one: string) => relative(realpathSync(root), one)
  const files = [...modules, ...nearer].map(place)
  for (const one of files) checkLinks(root, one)
  return {
    ...config,
    root,
    file: place(path),
    files,
    direct: [...scope.map(place), ...direct.map(loaded)],
    indirect: indirect.map(loaded),
    places: candidates.map(place),
    plugins,
  }
}

/** @throws UsageError for a setting that is wrong */
async function loadAll(path: string, file: string) {
  const config = await load(path, file)
  checkConfig(file, config)
  const root = resolve(dirname(path), config.root ?? '.')
  if (!existsSync(root)) throw new UsageError(`${file}: root: there is no folder ${root}.`)
  const plugins = await Promise.all(
    (config.plugins ?? []).map((one, index) =>
      loadPlugin(one, dirname(path), `${file}: plugins.${index}`),
    ),
  )
  checkSeverities(file, config.rules ?? {}, rulesOf(plugins))
  return { config, root, plugins }
}

/** @throws UsageError for a link out of the root or, above it, out of the folder of the file */
function checkLinks(root: string, file: string): void {
  const path = resolve(root, file)
  const isAbove = file.startsWith('..')
  followed(() => checkInside(isAbove ? dirname(path) : root, isAbove ? path : file))
}

/** The files of the plugins that a configuration in this folder names by their paths. */
function localPlugins({ plugins = [] }: Config, folder: string): string[] {
  const names = plugins.filter((one) => typeof one === 'string')
  return names.flatMap((one) => pathOf(one, folder) ?? [])
}

/** Where a configuration is looked for, relative to the folder: up to the root of its repository. */
function candidatesFrom(folder: string): string[] {
  const above = dirname(folder)
  const isTop = existsSync(join(folder, '.git')) || above === folder
  const others = isTop ? [] : candidatesFrom(above).map((one) => join('..', one))
  return [...NAMES, ...others]
}

/** The settings that say where files stand, and which variants they have. */
const PLACES =
  'subgraphs shared committed documents manifests openapi approvals contracts code'.split(' ')

/**
 * Where the files of another state stand, by its own configuration. That has to be JSON, since no
 * code of another state runs.
 * @param file the path of the configuration, relative to `root`
 * @returns undefined for a text that does not configure this root
 */
export function layoutIn(text: string, file: string, root: string): Layout | undefined {
  const config = parseJson(text)
  if (!validate(config)) return undefined
  if (resolve(root, dirname(file), config.root ?? '.') !== root) return undefined
  return Object.fromEntries(Object.entries(config).filter(([name]) => PLACES.includes(name)))
}

/** The file that a plugin is named by; undefined for the name of a package. */
function pathOf(plugin: string, folder: string): string | undefined {
  if (plugin.startsWith('file:')) return fileURLToPath(plugin)
  return plugin.startsWith('.') || isAbsolute(plugin) ? resolve(folder, plugin) : undefined
}

async function load(path: string, file: string): Promise<Config> {
  if (!existsSync(path)) throw new UsageError(`--config ${file}: there is no such file.`)
  try {
    const text = readBytes(path, file).toString('utf8')
    if (extname(path) === '.json') return readJson(file, text)
    return ((await import(pathToFileURL(path).href)) as { default: Config }).default
  } catch (error) {
    if (error instanceof UsageError) throw error
    const { code, message } = error as NodeJS.ErrnoException
    const isType = code === 'ERR_UNKNOWN_FILE_EXTENSION' && extname(path) === '.ts'
    throw new UsageError(`${file}: ${isType ? WITHOUT_TYPES : message}`)
  }
}

const WITHOUT_TYPES = `Node ${process.versions.node} runs no TypeScript. Use Node 22.18 or later, or write the configuration as .mjs or .json.`

function readJson(file: string, text: string): Config {
  const value = JSON.parse(text) as Config
  checkLevels(file, value)
  return value
}

const SCHEMA = readFileSync(new URL('../../config.schema.json', import.meta.url), 'utf8')
const validate = new Ajv({ allErrors: true, strictTypes: false, verbose: true }).compile<Config>(
  JSON.parse(SCHEMA) as object,
)

/** @throws UsageError that names the first setting that is wrong, and what it must be */
function checkConfig(file: string, config: unknown): asserts config is Config {
  if (typeof config !== 'object' || config === null) {
    throw new UsageError(`${file} must export a configuration by default.`)
  }
  if (validate(config)) return checkValues(file, config)
  const sentences = (validate.errors ?? []).map(sentenceOf)
  throw new UsageError(...[...new Set(sentences)].map((one) => `${file}: ${one}`))
}

/** What the schema cannot say. */
function checkValues(file: string, config: Config): void {
  checkContracts(file, config.contracts ?? {})
  checkTargets(file, config)
  checkProject(file, config)
}

function checkTargets(file: string, { documents = [] }: Config): void {
  const index = documents.map(withSender).findIndex((one) => one.subgraph && one.contract)
  if (index < 0) return
  throw new UsageError(`${file}: documents.${index} must name a subgraph or a contract, not both.`)
}

/** Its functions cannot be written in JSON, nor described by a schema. */
function checkProject(file: string, { project = {} }: Config): void {
  for (const [name, value] of Object.entries(project)) {
    const type = name === 'generator' ? 'string' : 'function'
    if (typeof value === type) continue
    throw new UsageError(`${file}: project.${name} must be a ${type}.`)
  }
}

function sentenceOf({ instancePath, keyword, message, params, parentSchema }: ErrorObject): string {
  const setting = instancePath.slice(1).replaceAll('/', '.')
  if (keyword === 'additionalProperties') {
    const given = String(params.additionalProperty)
    const known = Object.keys((parentSchema?.properties ?? {}) as object)
    const name = [setting, given].filter(Boolean).join('.')
    return `there is no setting ${name}.${didYouMean(given, known)}`
  }
  const allowed = keyword === 'enum' ? `: ${(params.allowedValues as string[]).join(', ')}` : ''
  return `${setting || 'the configuration'} ${message}${allowed}.`
}

async function loadPlugin(given: Plugin | string, folder: string, at: string): Promise<Plugin> {
  const plugin = typeof given === 'string' ? await importPlugin(given, folder, at) : given
  const name = typeof given === 'string' ? ` (${given})` : ''
  if (!isPlugin(plugin)) {
    throw new UsageError(`${at}${name} must have a name, rules, and check or compare.`)
  }
  const rule = incompleteRule(plugin)
  if (rule === undefined) return plugin
  const severities = SEVERITIES.join(', ')
  throw new UsageError(
    `${at}${name}: rules.${rule} must have catches, example, and a severity of ${severities}.`,
  )
}

async function importPlugin(path: string, folder: string, at: string): Promise<unknown> {
  try {
    const file = pathOf(path, folder)
    const target = file === undefined ? path : pathToFileURL(file).href
    return ((await import(target)) as { default: unknown }).default
  } catch (error) {
    throw new UsageError(`${at} (${path}) cannot be loaded: ${(error as Error).message}`)
  }
}
