// Which files of a project decide on the findings: the configuration, and what it loads.
import { existsSync, realpathSync } from 'node:fs'
import nodeModule from 'node:module'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { UsageError } from '../sources/files.ts'

/** Files that a module loads, as absolute paths, without packages and this one. */
export interface Loaded {
  /** What it imports itself. */
  direct: readonly string[]
  /** What those import. */
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

/** Only the file that a link leads to would be compared. */
function refuseLink(specifier: string, parent: string | undefined, file: string): void {
  if (parent === undefined || !/^\.{1,2}\//.test(specifier) || !isOfProject(file)) return
  const asked = fileURLToPath(new URL(specifier, parent))
  if (asked !== file && existsSync(asked) && realpathSync(asked) === file) {
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
 * Where package.json says how Node reads some files and where names lead: in every folder from each
 * up to the nearest that has one, since a change may add a nearer one. Relative to the root.
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
