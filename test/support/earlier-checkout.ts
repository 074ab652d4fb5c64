// An earlier commit of the project, checked out and installed in a folder of its own.
import { execFile, execFileSync } from 'node:child_process'
import { readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const PROJECT = fileURLToPath(new URL('../..', import.meta.url))

const run = promisify(execFile)

/**
 * Checks out a commit into a new folder, with the packages that its programs need; disposing removes it.
 * @throws when the clone lacks the commit, or the registry cannot be reached
 */
export async function checkOut(commit: string, folder: string): Promise<AsyncDisposable> {
  // Synchronous, because two at once would lock the repository.
  const git = (...args: string[]) => execFileSync('git', args, { cwd: PROJECT })
  git('worktree', 'add', '--quiet', '--detach', folder, commit)
  const remove = () => void git('worktree', 'remove', '--force', folder)
  try {
    await addPackages(folder)
  } catch (error) {
    remove()
    throw error
  }
  return {
    [Symbol.asyncDispose]: () => Promise.resolve(remove()),
  }
}

/** Uses the packages of this project if the commit locks the same ones: an installation takes ten seconds. */
async function addPackages(folder: string): Promise<void> {
  const [own, earlier] = await Promise.all([PROJECT, folder].map(readLock))
  if (own === earlier) await symlink(join(PROJECT, 'node_modules'), join(folder, 'node_modules'))
  else await run('npm', ['ci', '--silent', '--no-audit', '--omit=dev'], { cwd: folder })
}

function readLock(folder: string): Promise<string> {
  return readFile(join(folder, 'package-lock.json'), 'utf8')
}
