// The files of a commit. Nothing is checked out or run.
import { execFileSync } from 'node:child_process'
import { posix } from 'node:path'
import { MAX_BYTES } from './bounded.ts'
import { followed, plain, tolerate, UsageError, type Files } from './files.ts'
import { git, quiet } from './git.ts'
import { entriesBelow, realPath, type Entry } from './links.ts'

/** The files of a commit, with links followed. */
export interface CommitFiles extends Files {
  /** True for a file that was read through a link. */
  isLinked: (path: string) => boolean
}

/**
 * Reads a commit. A process with much memory takes long to start git, so one start reads all files that `isRead` accepts.
 * @param commit its full hash
 * @param ref the name that the caller gave
 * @throws UsageError for a link that does not lead to a file inside the project
 */
export function commitFiles(
  root: string,
  commit: string,
  ref = commit,
  isRead = (_path: string) => false,
): CommitFiles {
  const blobs = blobsOf(root, commit)
  const entries = entriesOf(root, commit, blobs)
  const links = entries.filter(({ target }) => target !== undefined)
  // The real paths of files that were read through a link, by their paths.
  const linked = new Map<string, string>()
  const realOf = (path: string): string => {
    const real = followed(() => realPath(links, path)) ?? path
    if (real !== path) linked.set(path, real)
    return real
  }
  const texts = new Map<string, string | undefined>()
  const load = (paths: readonly string[]) => {
    if (paths.length === 0) return
    const more = texts.size === 0 ? [...blobs.keys()].filter(isRead) : []
    const readAll = (all: readonly string[]) => readBlobs(root, commit, blobs, all)
    // All files together may be more than git may print at once.
    const found = tolerate(() => readAll([...new Set([...paths, ...more])])) ?? readAll(paths)
    for (const path of paths) texts.set(path, undefined)
    for (const [path, text] of found) texts.set(path, text)
  }
  return {
    label: commit.startsWith(ref) ? commit.slice(0, 12) : `${ref} (${commit.slice(0, 12)})`,
    list(folder, isDeep = true) {
      if (folder === '.' && !isDeep) return entries.map(({ path }) => path)
      const below = followed(() => entriesBelow(entries, realOf(folder), folder)) ?? []
      return below.map(([path]) => path)
    },
    read(paths) {
      const real = new Map(paths.map((path) => [path, realOf(posix.normalize(path))]))
      const isHere = (path: string) => blobs.has(path) || path.startsWith('..')
      load([...new Set(real.values())].filter((path) => isHere(path) && !texts.has(path)))
      const found = paths.map((path) => [path, texts.get(real.get(path)!)] as const)
      return new Map(found.filter((entry): entry is [string, string] => entry[1] !== undefined))
    },
    isLinked: (path) => [...linked.values()].includes(path),
  }
}

/** The files of a commit below the project, by path. */
type Blobs = ReadonlyMap<string, { id: string; isLink: boolean }>

function blobsOf(root: string, commit: string): Blobs {
  const lines = git(root, ['ls-tree', '-r', '-z', commit]).split('\0').filter(Boolean)
  const entries = lines.map((line) => {
    const at = line.indexOf('\t')
    const [mode, , id = ''] = line.slice(0, at).split(' ')
    return [line.slice(at + 1), { id, isLink: mode === '120000' }] as const
  })
  return new Map(entries)
}

/** The entries of a commit, links with their targets. */
function entriesOf(root: string, commit: string, blobs: Blobs): Entry[] {
  const links = [...blobs].filter(([, { isLink }]) => isLink).map(([path]) => path)
  const targets = readBlobs(root, commit, blobs, links)
  return [...blobs.keys()].map((path) => {
    const target = targets.get(path)
    return target === undefined ? { path } : { path, target }
  })
}

/**
 * One process for all files: `cat-file --batch` prints `<id> blob <bytes>\n<content>\n` for each. A file
 * above the project is read by its path, any other by its id, because a path may contain a line break.
 */
function readBlobs(
  root: string,
  commit: string,
  blobs: Blobs,
  paths: readonly string[],
): Map<string, string> {
  const input = paths.map((path) => `${blobs.get(path)?.id ?? `${commit}:./${path}`}\n`).join('')
  if (paths.length === 0) return new Map()
  const output = batch(root, commit, input)
  const texts = new Map<string, string>()
  let at = 0
  for (const path of paths) {
    const end = output.indexOf('\n', at)
    const header = output.toString('utf8', at, end)
    const [, kind, bytes] = / (blob|tree|commit|tag) (\d+)$/.exec(header) ?? []
    at = end + 1
    if (kind === undefined) continue
    if (kind === 'blob') texts.set(path, plain(output.toString('utf8', at, at + Number(bytes))))
    at += Number(bytes) + 1
  }
  return texts
}

/** Runs `git cat-file --batch`. @throws UsageError for more than the limit */
function batch(root: string, commit: string, input: string): Buffer {
  try {
    return execFileSync('git', ['cat-file', '--batch'], { ...quiet(root), input })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOBUFS') throw error
    throw new UsageError(`${commit.slice(0, 12)}: its files have more than ${MAX_BYTES} bytes.`)
  }
}
