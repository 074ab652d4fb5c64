// Follows symbolic links in a folder or a commit, but only inside the project.
import { lstatSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { join, posix, relative, resolve, sep } from 'node:path'

/** A link that leads out of the project or dangles. */
class LinkError extends Error {
  constructor(path: string) {
    super(`${path} is a symbolic link that does not lead to a file inside the project.`)
  }
}

/** The paths of everything below a folder except folders, relative to `root`. @throws LinkError */
export function filesBelow(root: string, folder: string, within: readonly string[] = []): string[] {
  checkInside(root, folder)
  const real = realpathSync(join(root, folder))
  if (within.includes(real)) return []
  const entries = readdirSync(real, { withFileTypes: true }).filter(({ name }) => !isSkipped(name))
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name)
    const isLink = entry.isSymbolicLink()
    if (isLink && !leadsInside(root, path)) throw new LinkError(path)
    const found = isLink ? statSync(join(root, path)) : entry
    if (found.isDirectory()) return filesBelow(root, path, [...within, real])
    // A FIFO is listed, so that reading it gives an error. Otherwise it would look like a removed file.
    return [path]
  })
}

/** True for packages and the folders of tools. */
const isSkipped = (name: string) => name === 'node_modules' || name.startsWith('.')

/**
 * Checks that a path does not leave the project. Undefined for a path inside of a folder with nothing there.
 * @throws LinkError for a path that leaves the project through a link, or leads to nothing
 */
export function checkInside(root: string, path: string): true | undefined {
  const file = resolve(root, path)
  if (isOutside(relative(root, file))) return true
  if (leadsInside(root, path)) return true
  if (lstatSync(file, { throwIfNoEntry: false })) throw new LinkError(relative(root, file))
  return undefined
}

const isOutside = (path: string) => path === '..' || path.startsWith(`..${sep}`)

function leadsInside(root: string, path: string): boolean {
  try {
    return !isOutside(relative(realpathSync(root), realpathSync(resolve(root, path))))
  } catch {
    return false
  }
}

/** An entry of a commit: a file, or a link with its target. */
export interface Entry {
  path: string
  target?: string
}

/** The paths below a folder of a commit, each with its real path; `.` is the project. @throws LinkError */
export function entriesBelow(
  entries: readonly Entry[],
  folder: string,
  shown = folder,
  within: readonly string[] = [],
): [path: string, real: string][] {
  if (within.includes(folder)) return []
  const below = (one: string) => (one === '.' ? '' : `${one}/`)
  const [from, to] = [below(folder), below(shown)]
  return entries
    .filter(({ path }) => path.startsWith(from) && !isSkippedPath(path.slice(from.length)))
    .flatMap((entry): [string, string][] => {
      const path = to + entry.path.slice(from.length)
      return follow(entries, entry, path, [...within, folder])
    })
}

const isSkippedPath = (path: string) => path.split('/').some(isSkipped)

function follow(
  entries: readonly Entry[],
  { path: from, target }: Entry,
  path: string,
  within: readonly string[],
): [path: string, real: string][] {
  if (target === undefined) return [[path, from]]
  const real = realPath(entries, from)
  if (real === '.' || from.startsWith(`${real}/`)) return []
  if (entries.some((entry) => entry.path === real)) return [[path, real]]
  if (!entries.some((entry) => entry.path.startsWith(`${real}/`))) throw new LinkError(path)
  return entriesBelow(entries, real, path, within)
}

/**
 * The maximum number of links in one path, as in Linux
 * (https://man7.org/linux/man-pages/man7/path_resolution.7.html).
 */
const MAX_LINKS = 40

/**
 * The path of a commit with all links resolved.
 * @throws LinkError for one that leads out of the project, or in a circle
 */
export function realPath(entries: readonly Entry[], path: string): string {
  const links = entries.filter(({ target }) => target !== undefined)
  let real = path
  for (let followed = 0; followed <= MAX_LINKS; followed += 1) {
    const link = links.find((one) => `${real}/`.startsWith(`${one.path}/`))
    if (!link) return real
    real = targetOf(link, real)
    if (/^(\/|\.\.(\/|$))/.test(real)) break
  }
  throw new LinkError(path)
}

function targetOf({ path: from, target = '' }: Entry, path: string): string {
  const rest = path.slice(from.length)
  const whole = target.startsWith('/') ? target : posix.join(posix.dirname(from), target)
  return posix.join(whole, rest).replace(/\/$/, '')
}
