// Finds and reads the configuration of a project.
import { existsSync, realpathSync } from 'node:fs'
import { dirname, extname, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { rulesOf } from '../rules.ts'
import { readBytes } from '../sources/bounded.ts'
import { followed, UsageError } from '../sources/files.ts'
import { checkInside } from '../sources/links.ts'
import { checkLevels } from '../sources/nesting.ts'
import { checkConfig } from './check-config.ts'
import { recorded, scopesOf } from './config-files.ts'
import type { Config, Settings } from './config.ts'
import { loadPlugins, localPlugins, ofModule } from './plugins.ts'
import { checkSeverities } from './severities.ts'

/** The names that are looked for in the current folder and those above it, unless `--config` names another. */
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
  if (file === undefined) return withoutFile(folder, candidates)
  const path = resolve(folder, file)
  // Checks links first, because an error could show a part of the link's target.
  followed(() => checkInside(repositoryOf(path), path))
  const { result, loadedBy } = await recorded(() => loadAll(path, file))
  const { config, root, plugins } = result
  const place = (one: string) => relative(root, resolve(folder, one))
  const modules = [path, ...localPlugins(config, dirname(path))]
  // The places nearer than the file are recorded: if a change removes a nearer file, this one would
  // take over unnoticed.
  const nearer = candidates.slice(0, candidates.indexOf(file))
  const loaded = loadedBy(modules)
  const under = (one: string) => relative(realpathSync(root), one)
  const imported = { direct: loaded.direct.map(under), indirect: loaded.indirect.map(under) }
  const code = [...modules.map(place), ...imported.direct, ...imported.indirect]
  const scopes = modules.some((one) => extname(one) !== '.json') ? scopesOf(root, code) : []
  const files = [...[...modules, ...nearer].map(place), ...scopes]
  for (const one of files) checkLinks(root, one)
  const places = candidates.map(place)
  return { ...config, root, file: place(path), files, ...imported, places, plugins }
}

function withoutFile(root: string, places: readonly string[]): Settings {
  return { root, files: places, direct: [], indirect: [], places, plugins: [] }
}

/** Loads the configuration and its plugins. @throws UsageError for a setting that is wrong */
async function loadAll(path: string, file: string) {
  const config = await load(path, file)
  checkConfig(file, config)
  const root = resolve(dirname(path), config.root ?? '.')
  if (!existsSync(root)) throw new UsageError(`${file}: root: there is no folder ${root}.`)
  for (const one of localPlugins(config, dirname(path))) checkLinks(root, relative(root, one))
  const plugins = await loadPlugins(file, config, dirname(path))
  checkSeverities(file, config.rules ?? {}, rulesOf(plugins))
  return { config, root, plugins }
}

/**
 * Checks the links on the path of the file.
 * @throws UsageError for a link out of the root or, above it, out of the folder of the file
 */
function checkLinks(root: string, file: string): void {
  const path = resolve(root, file)
  const isAbove = file.startsWith('..')
  followed(() => checkInside(isAbove ? dirname(path) : root, isAbove ? path : file))
}

/** The nearest folder above a file that is a repository; otherwise the folder of the file. */
function repositoryOf(path: string, folder = dirname(path)): string {
  if (existsSync(join(folder, '.git'))) return folder
  const above = dirname(folder)
  return above === folder ? dirname(path) : repositoryOf(path, above)
}

/** Where a configuration is looked for, relative to the folder: up to the root of its repository. */
function candidatesFrom(folder: string): string[] {
  const above = dirname(folder)
  const isTop = existsSync(join(folder, '.git')) || above === folder
  const others = isTop ? [] : candidatesFrom(above).map((one) => join('..', one))
  return [...NAMES, ...others]
}

async function load(path: string, file: string): Promise<Config> {
  if (!existsSync(path)) throw new UsageError(`--config ${file}: there is no such file.`)
  try {
    const text = readBytes(path, file).toString('utf8')
    if (extname(path) === '.json') return readJson(file, text)
    return ((await import(pathToFileURL(path).href)) as { default: Config }).default
  } catch (error) {
    if (error instanceof UsageError) throw error
    const { code } = error as NodeJS.ErrnoException
    const isType = code === 'ERR_UNKNOWN_FILE_EXTENSION' && extname(path) === '.ts'
    throw new UsageError(`${file}: ${isType ? WITHOUT_TYPES : ofModule(error)}`)
  }
}

const WITHOUT_TYPES = `Node ${process.versions.node} runs no TypeScript. Use Node 22.18 or later, or write the configuration as .mjs or .json.`

function readJson(file: string, text: string): Config {
  const value = JSON.parse(text) as Config
  checkLevels(file, value)
  return value
}
