// Files of one state of the project: a folder or a commit. Nothing is checked out or run.
import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { entriesBelow, filesBelow, type Entry } from './links.ts'

/** Wrong usage or an unreadable base: the check ends with exit code 2 and this message. */
export class UsageError extends Error {}

/** A file and its text. */
export interface Text {
  file: string
  text: string
}

export interface Files {
  label: string
  /** Paths of the files in a folder, and below it if `isDeep`, relative to the project, with links followed. */
  list: (folder: string, isDeep?: boolean) => string[]
  /** Texts by path, without missing files. */
  read: (paths: readonly string[]) => Map<string, string>
}

/** The files of a folder, which is walked once for all globs with one base. */
export function folderFiles(root: string, label = root): Files {
  const listed = new Map<string, string[]>()
  const walk = (folder: string, isDeep: boolean): string[] => {
    if (isDeep) return followed(() => filesBelow(root, folder)) ?? []
    const entries = tolerate(() => readdirSync(join(root, folder), { withFileTypes: true })) ?? []
    return entries.filter((entry) => !entry.isDirectory()).map(({ name }) => join(folder, name))
  }
  return {
    label,
    list(folder, isDeep = true) {
      const key = `${isDeep} ${folder}`
      const found = listed.get(key) ?? walk(folder, isDeep)
      listed.set(key, found)
      return found
    },
    read(paths) {
      const texts = paths.map((path) => [path, tolerate(() => readText(join(root, path)))] as const)
      return new Map(texts.filter((entry): entry is [string, string] => entry[1] !== undefined))
    },
  }
}

/** The files of a commit. @throws UsageError for an unknown commit */
export function commitFiles(root: string, ref: string): Files {
  const commit = findCommit(root, ref)
  if (!commit) throw new UsageError(`There is no commit ${ref}.`)
  const entries = entriesOf(root, commit)
  // The real path of each linked path.
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

/** Everything that a commit has below the project, with link targets. */
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

/** Empty for a missing folder. @throws UsageError for a dangling link or missing permission */
function followed<T>(list: () => T): T | undefined {
  try {
    return list()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new UsageError((error as Error).message)
  }
}

/** The full hash of a commit, or undefined. */
export function findCommit(root: string, ref: string): string | undefined {
  return tolerate(() =>
    git(root, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`]).trim(),
  )
}

/**
 * The merge base of HEAD with `origin/main`, or with `main` if there is no remote, because a local
 * branch may be behind. On main itself, the commit before HEAD.
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
        ? `${problem} Set --base to a folder or a file.`
        : 'No merge base with main or origin/main. Fetch the whole history (git fetch --unshallow), or name another branch, e.g. --base origin/master.',
    )
  }
  const branch = tolerate(() => git(root, ['symbolic-ref', '--quiet', '--short', 'HEAD']).trim())
  // On a branch without own commits, only uncommitted changes are compared.
  const isOnMain = base === head && (branch === undefined || branch === 'main')
  return isOnMain ? commitBefore(root, head) : base
}

/** The first commit is its own base. */
function commitBefore(root: string, head: string): string {
  const before = findCommit(root, 'HEAD^')
  if (before) return before
  if (git(root, ['rev-parse', '--is-shallow-repository']).trim() !== 'true') return head
  throw new UsageError('The commit before HEAD is missing. Fetch it, or set --base.')
}

/** True when the commit is checked out, and no file for which `isRead` holds is changed or new. */
export function isCheckedOut(
  root: string,
  commit: string,
  isRead: (path: string) => boolean,
): boolean {
  if (commit !== findCommit(root, 'HEAD')) return false
  const changed = git(root, ['diff', '--name-only', '--relative', '-z', 'HEAD'])
  const added = git(root, ['ls-files', '--others', '--exclude-standard', '-z'])
  return !`${changed}${added}`.split('\0').some(isRead)
}

/** Why git cannot read a folder, as a message; undefined when it can. */
export function gitProblem(root: string): string | undefined {
  const { error, status, stderr } = spawnSync('git', ['rev-parse', '--git-dir'], quiet(root))
  if (error && 'code' in error && error.code === 'ENOENT') {
    return 'Cannot run git: it is not installed, or not on PATH.'
  }
  if (error) return `Cannot run git: ${error.message}.`
  if (status === 0) return undefined
  const [reason = ''] = stderr.toString('utf8').trim().split('\n')
  return `git cannot read ${root}: ${reason.replace(/^fatal: /, '').replace(/\.?$/, '.')}`
}

/** The folder of a project in its repository, as `services/`; empty for the whole, or without git. */
export function folderInRepository(root: string): string {
  return tolerate(() => git(root, ['rev-parse', '--show-prefix']).trim()) ?? ''
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

/** A text without a BOM, and with LF line endings. */
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
