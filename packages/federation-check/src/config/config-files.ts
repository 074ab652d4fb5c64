// Finds the files that decide on the findings: the configuration, and what it loads.
import { existsSync, realpathSync } from 'node:fs'
import nodeModule from 'node:module'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { UsageError } from '../sources/files.ts'

/** Files that a module loads, as absolute paths, without packages and this one. */
export interface Loaded {
  /** The files that the module imports itself. */
  direct: readonly string[]
  /** The files that it imports through other files. */
  indirect: readonly string[]
}

/**
 * Runs `load`, and records which files it loads for some modules. Node tells that from 22.15 on
 * (https://nodejs.org/api/module.html#moduleregisterhooksoptions); before, none are known.
 */
export async function recorded<T>(
  load: () => Promise<T>,
): Promise<{ result: T; loadedBy: (modules: readonly string[]) => Loaded }> {
  const imports: { parent: string | undefined; file: string }[] = []
  const hooks = nodeModule.registerHooks?.({
    resolve(specifier, context, next) {
      const found = next(specifier, context)
      if (found.url.startsWith('file:')) {
        refuseLink(specifier, context.parentURL, fileURLToPath(found.url))
        imports.push({ parent: context.parentURL, file: fileURLToPath(found.url) })
      }
      return found
    },
  })
  try {
    const result = await load()
    return { result, loadedBy: (modules) => split(imports, modules) }
  } finally {
    hooks?.deregister()
  }
}

/** Refuses a link to a configuration, because only its target would be compared. */
function refuseLink(specifier: string, parent: string | undefined, file: string): void {
  if (parent === undefined || !/^\.{1,2}\//.test(specifier) || !isOfProject(file)) return
  const requested = fileURLToPath(new URL(specifier, parent))
  if (requested !== file && existsSync(requested) && realpathSync(requested) === file) {
    throw new UsageError(`${specifier} is a link. Import the file that it leads to.`)
  }
}

function split(
  imports: readonly { parent: string | undefined; file: string }[],
  modules: readonly string[],
): Loaded {
  const own = new Set(modules)
  const parents = new Set(modules.map((file) => pathToFileURL(file).href))
  const others = imports.filter(({ file }) => !own.has(file) && isOfProject(file))
  const isDirect = ({ parent = '' }: { parent: string | undefined }) => parents.has(parent)
  const direct = new Set(others.filter(isDirect).map(({ file }) => file))
  const indirect = new Set(others.map(({ file }) => file).filter((file) => !direct.has(file)))
  return { direct: [...direct], indirect: [...indirect] }
}

const PACKAGE = fileURLToPath(new URL('../..', import.meta.url))

function isOfProject(file: string): boolean {
  const isPackage = file.split(sep).includes('node_modules')
  return !isPackage && relative(PACKAGE, file).startsWith('..')
}

/**
 * The package.json files that decide how Node reads some files and resolves their imports. These are the nearest one
 * above each file, and every place nearer to it, since a change may add one there. Relative to the root.
 */
export function scopesOf(root: string, files: readonly string[]): string[] {
  const folders = files.flatMap((file) => foldersOfScope(dirname(resolve(root, file))))
  return [...new Set(folders)].map((folder) => relative(root, join(folder, 'package.json')))
}

function foldersOfScope(folder: string): string[] {
  const above = dirname(folder)
  if (above === folder || existsSync(join(folder, 'package.json'))) return [folder]
  return [folder, ...foldersOfScope(above)]
}
