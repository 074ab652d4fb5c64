// Runs git: finds the commit of a name, where a branch left main, and what has changed.
import { execFileSync, spawnSync } from 'node:child_process'
import { MAX_BYTES } from './bounded.ts'
import { tolerate, UsageError } from './files.ts'

/** The full hash of a commit; undefined for an unknown name. */
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
    if (problem) throw new UsageError(`${problem} Set --base to a folder or a file.`)
    const other = findCommit(root, 'master') ? 'master' : 'origin/master'
    throw new UsageError(
      `No merge base with main or origin/main.${isShallow(root) ? ` ${UNSHALLOW}` : ''} For another branch: --base $(git merge-base HEAD ${other}).`,
    )
  }
  const branch = tolerate(() => git(root, ['symbolic-ref', '--quiet', '--short', 'HEAD']).trim())
  // On a branch without own commits, only uncommitted changes are compared.
  const isOnMain = base === head && (branch === undefined || branch === 'main')
  return isOnMain ? commitBefore(root, head) : base
}

/** The commit before HEAD. The first commit is its own base. */
function commitBefore(root: string, head: string): string {
  const before = findCommit(root, 'HEAD^')
  if (before) return before
  if (!isShallow(root)) return head
  throw new UsageError(`The commit before HEAD is missing. ${UNSHALLOW} Or set --base.`)
}

const UNSHALLOW =
  'The clone is shallow. Run git fetch --unshallow, or set fetch-depth: 0 for actions/checkout.'

function isShallow(root: string): boolean {
  return tolerate(() => git(root, ['rev-parse', '--is-shallow-repository']).trim()) === 'true'
}

/** A hint for a name that git does not know: a similar name, or the reason. Empty where nothing is known. */
export function commitHint(root: string, ref: string): string {
  const problem = gitProblem(root)
  if (problem) return problem
  const remote = `origin/${ref}`
  if (findCommit(root, remote)) return `Did you mean ${remote}?`
  return isShallow(root) ? UNSHALLOW : ''
}

/** True when the commit is checked out, and no file that `isRead` accepts is changed or new. */
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

/** True for a file that git tracks or would add. */
export function isTracked(root: string, file: string): boolean {
  const found = tolerate(() => git(root, ['ls-files', '-z', '--', `:(literal)${file}`]))
  return found !== undefined && found !== ''
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

/** The output of a git command. @throws when it fails */
export function git(root: string, args: readonly string[]): string {
  return execFileSync('git', args, quiet(root)).toString('utf8')
}

/** The options to run a command without printing its output. */
export function quiet(cwd: string) {
  return { cwd, stdio: 'pipe' as const, maxBuffer: MAX_BYTES }
}
