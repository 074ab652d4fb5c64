// Files of one state of the project: in a folder, or as a commit has them. Nothing is checked out or run.
import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { entriesBelow, filesBelow, type Entry } from './links.ts'

/** Wrong use, or a base that cannot be read: the check ends with exit code 2 and this sentence. */
export class UsageError extends Error {}

export interface Files {
  label: string
  /** Paths of all files below a folder, links followed, relative to the project; of `.`, those in it at least. */
  list: (folder: string) => string[]
  /** Texts by path, without those that do not exist. */
  read: (paths: readonly string[]) => Map<string, string>
}

/** The files of a folder. */
export function folderFiles(root: string, label = root): Files {
  return {
    label,
    list(folder) {
      if (folder !== '.') return followed(() => filesBelow(root, folder)) ?? []
      const entries = tolerate(() => readdirSync(root, { withFileTypes: true })) ?? []
      return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
    },
    read(paths) {
      const texts = paths.map((path) => [path, tolerate(() => readText(join(root, path)))] as const)
      return new Map(texts.filter((entry): entry is [string, string] => entry[1] !== undefined))
    },
  }
}

/** The files of a commit. @throws UsageError when there is no such commit */
export function commitFiles(root: string, ref: string): Files {
  const commit = findCommit(root, ref)
  if (!commit) throw new UsageError(`There is no commit ${ref}.`)
  const entries = entriesOf(root, commit)
  // Where the content of a path stands that a link leads to.
  const real = new Map<string, string>()
  return {
    label: commit.startsWith(ref) ? commit.slice(0, 12) : `${ref} (${commit.slice(0, 12)})`,
    list(folder) {
      if (folder === '.') return entries.map(({ path }) => path)
      const below = followed(() => entriesBelow(entries, folder)) ?? []
      for (const [path, target] of below) real.set(path, target)
      return below.map(([path]) => path)
    },
    read(paths) {
      const texts = readBlobs(root, commit, [
        ...new Set(paths.map((path) => real.get(path) ?? path)),
      ])
      const found = paths.map((path) => [path, texts.get(real.get(path) ?? path)] as const)
      return new Map(found.filter((entry): entry is [string, string] => entry[1] !== undefined))
    },
  }
}

/** Whatever a commit has in and below the project, with the targets of its links. */
function entriesOf(root: string, commit: string): Entry[] {
  const lines = git(root, ['ls-tree', '-r', '-z', commit]).split('\0').filter(Boolean)
  const entries = lines.map((line) => ({
    path: line.slice(line.indexOf('\t') + 1),
    isLink: line.startsWith('120000 '),
  }))
  const links = entries.filter(({ isLink }) => isLink).map(({ path }) => path)
  const targets = readBlobs(root, commit, links)
  return entries.map(({ path }) => {
    const target = targets.get(path)
    return target === undefined ? { path } : { path, target }
  })
}

/** Nothing for a folder that is not there. @throws UsageError for a link that leads nowhere, or no access */
function followed<T>(list: () => T): T | undefined {
  try {
    return list()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new UsageError((error as Error).message)
  }
}

/** The whole name of a commit, or undefined. */
export function findCommit(root: string, ref: string): string | undefined {
  return tolerate(() =>
    git(root, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`]).trim(),
  )
}

/**
 * Where the working tree left main: the merge base of HEAD with `origin/main`, or with `main` where
 * there is no remote one, since a local one may be behind. On main itself, or on a commit of it, the
 * commit before HEAD.
 * @throws UsageError when there is none, e.g. in a shallow clone
 */
export function mergeBase(root: string): string {
  const head = findCommit(root, 'HEAD')
  const bases = ['origin/main', 'main'].map((main) =>
    tolerate(() => git(root, ['merge-base', 'HEAD', main]).trim()),
  )
  const base = bases.find(Boolean)
  if (!base || !head) {
    const problem = gitProblem(root)
    throw new UsageError(
      problem
        ? `${problem} Name a folder or a file with --base.`
        : 'No merge base with main: fetch its history, or name one with --base.',
    )
  }
  const branch = tolerate(() => git(root, ['symbolic-ref', '--quiet', '--short', 'HEAD']).trim())
  // A branch without a commit of its own is compared by what is not committed yet.
  const isOnMain = base === head && (branch === undefined || branch === 'main')
  return isOnMain ? commitBefore(root, head) : base
}

/** The first commit of all has none before it, and is its own base. */
function commitBefore(root: string, head: string): string {
  const before = findCommit(root, 'HEAD^')
  if (before) return before
  if (git(root, ['rev-parse', '--is-shallow-repository']).trim() !== 'true') return head
  throw new UsageError('The commit before HEAD is not here: fetch it, or name a base with --base.')
}

/** True when a commit is what is checked out, and nothing is changed or new in what the check reads. */
export function isCheckedOut(root: string, commit: string): boolean {
  if (commit !== findCommit(root, 'HEAD')) return false
  return git(root, ['status', '--porcelain', '--', ...READ]).trim() === ''
}

const READ = ['subgraphs', 'schema', 'foundation', 'rest-adapters', 'content']

/** Why git knows nothing of a folder, as a sentence; undefined when it does. */
export function gitProblem(root: string): string | undefined {
  const { error, status, stderr } = spawnSync('git', ['rev-parse', '--git-dir'], quiet(root))
  if (error && 'code' in error && error.code === 'ENOENT') {
    return 'git cannot be run: it is not installed, or not on PATH.'
  }
  if (error) return `git cannot be run: ${error.message}.`
  if (status === 0) return undefined
  const [reason = ''] = stderr.toString('utf8').trim().split('\n')
  return `git cannot read ${root}: ${reason.replace(/^fatal: /, '').replace(/\.?$/, '.')}`
}

/** One process for all files: `cat-file --batch` answers `<name> blob <bytes>\n<content>\n` for each. */
function readBlobs(root: string, commit: string, paths: readonly string[]): Map<string, string> {
  const input = paths.map((path) => `${commit}:./${path}\n`).join('')
  if (paths.length === 0) return new Map()
  const output = execFileSync('git', ['cat-file', '--batch'], { ...quiet(root), input })
  const texts = new Map<string, string>()
  let at = 0
  for (const path of paths) {
    const end = output.indexOf('\n', at)
    const [, kind, bytes] = output.toString('utf8', at, end).split(' ')
    at = end + 1
    if (kind !== 'blob') continue
    texts.set(path, plain(output.toString('utf8', at, at + Number(bytes))))
    at += Number(bytes) + 1
  }
  return texts
}

function git(root: string, args: readonly string[]): string {
  return execFileSync('git', args, quiet(root)).toString('utf8')
}

function quiet(cwd: string) {
  return { cwd, stdio: 'pipe' as const, maxBuffer: 64 * 1024 * 1024 }
}

function readText(path: string): string | undefined {
  return statSync(path).isFile() ? plain(readFileSync(path, 'utf8')) : undefined
}

/** A text without the marks that an editor or a checkout leaves: a BOM, and CR before each LF. */
export function plain(text: string): string {
  return text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')
}

function tolerate<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
