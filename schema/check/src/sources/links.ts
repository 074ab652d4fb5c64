// Symbolic links in a folder or a commit, followed only inside the project.
import { readdirSync, realpathSync, statSync } from 'node:fs'
import { join, posix, relative, sep } from 'node:path'

/** A link that leads out of the project or dangles. */
class LinkError extends Error {
  constructor(path: string) {
    super(`${path} is a symbolic link that does not lead to a file inside the project.`)
  }
}

/** Paths of all files below a folder, relative to `root`. @throws LinkError */
export function filesBelow(root: string, folder: string, within: readonly string[] = []): string[] {
  const real = realpathSync(join(root, folder))
  if (within.includes(real)) return []
  const entries = readdirSync(real, { withFileTypes: true }).filter(({ name }) => !isSkipped(name))
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name)
    const isLink = entry.isSymbolicLink()
    if (isLink && !leadsInside(root, path)) throw new LinkError(path)
    const found = isLink ? statSync(join(root, path)) : entry
    if (found.isDirectory()) return filesBelow(root, path, [...within, real])
    return found.isFile() ? [path] : []
  })
}

/** Packages, and what a tool keeps for itself. */
const isSkipped = (name: string) => name === 'node_modules' || name.startsWith('.')

function leadsInside(root: string, path: string): boolean {
  try {
    const target = relative(realpathSync(root), realpathSync(join(root, path)))
    return target !== '..' && !target.startsWith(`..${sep}`)
  } catch {
    return false
  }
}

/** An entry of a commit: a file, or a link with its target. */
export interface Entry {
  path: string
  target?: string
}

/** Paths below a folder of a commit, each with its real path. @throws LinkError */
export function entriesBelow(
  entries: readonly Entry[],
  folder: string,
  shown = folder,
  within: readonly string[] = [],
): [path: string, real: string][] {
  if (within.includes(folder)) return []
  return entries
    .filter(({ path }) => path.startsWith(`${folder}/`))
    .flatMap((entry): [string, string][] => {
      const path = `${shown}${entry.path.slice(folder.length)}`
      return follow(entries, entry, path, [...within, folder])
    })
}

function follow(
  entries: readonly Entry[],
  { path: from, target }: Entry,
  path: string,
  within: readonly string[],
): [path: string, real: string][] {
  if (target === undefined) return [[path, from]]
  const real = posix.join(posix.dirname(from), target)
  const file = entries.find((entry) => entry.path === real)
  if (file && !within.includes(from)) return follow(entries, file, path, [...within, from])
  if (from.startsWith(`${real}/`)) return []
  if (!entries.some((entry) => entry.path.startsWith(`${real}/`))) throw new LinkError(path)
  return entriesBelow(entries, real, path, within)
}
