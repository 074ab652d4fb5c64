// Loads the plugins that a configuration names.
import { isAbsolute, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { incompleteRule, isPlugin, type Plugin } from '../conventions/plugin.ts'
import { SEVERITIES } from '../finding.ts'
import { UsageError } from '../sources/files.ts'
import type { Config } from './config.ts'

/**
 * The plugins of a configuration.
 * @param folder the folder of the configuration, which paths are relative to
 * @throws UsageError for one that cannot be loaded, or is none
 */
export async function loadPlugins(
  file: string,
  { plugins = [] }: Config,
  folder: string,
): Promise<Plugin[]> {
  const loading = plugins.map((one, index) => loadPlugin(one, folder, `${file}: plugins.${index}`))
  return Promise.all(loading)
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
    throw new UsageError(`${at} (${path}) cannot be loaded: ${ofModule(error)}`)
  }
}

/** The files of the plugins that a configuration in this folder names by their paths. */
export function localPlugins({ plugins = [] }: Config, folder: string): string[] {
  const names = plugins.filter((one) => typeof one === 'string')
  return names.flatMap((one) => pathOf(one, folder) ?? [])
}

/** The file of a plugin; undefined for a package. */
function pathOf(plugin: string, folder: string): string | undefined {
  if (plugin.startsWith('file:')) return fileURLToPath(plugin)
  return plugin.startsWith('.') || isAbsolute(plugin) ? resolve(folder, plugin) : undefined
}

/** Matches Node's errors about a module in a folder of scripts. */
const OF_MODULES = /'(import|export)'|import statement|import\.meta/

/** The message for a module that cannot be loaded, with the fix where its folder has scripts. */
export function ofModule(error: unknown): string {
  const { message } = error as Error
  if (!(error instanceof SyntaxError) || !OF_MODULES.test(message)) return message
  return `${message}. Set "type": "module" in package.json (npm pkg set type=module), or write JavaScript with the ending .mjs.`
}
