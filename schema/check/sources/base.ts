// What the working tree is compared with: a commit, a folder, or a file with one schema.
import { readFileSync, realpathSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import {
  commitFiles,
  findCommit,
  folderFiles,
  gitProblem,
  isCheckedOut,
  mergeBase,
  plain,
  UsageError,
} from './files.ts'
import { readSchemaFile, readServed, type Tree } from './tree.ts'

/**
 * Reads the base by what `--base` says: a name of git, else a path. Without it, where the tree left main.
 * @param folder a relative path starts here
 * @throws UsageError when it is neither, or cannot be read
 */
export function readBase(root: string, given: string | undefined, folder = process.cwd()): Tree {
  const ref = given ?? mergeBase(root)
  const commit = findCommit(root, ref)
  if (commit !== undefined) {
    const tree = readServed(commitFiles(root, ref))
    return isCheckedOut(root, commit) ? { ...tree, isHead: true } : tree
  }
  const path = resolve(folder, ref)
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) {
    const problem = gitProblem(root)
    const reason = problem ? ` ${problem}` : ''
    throw new UsageError(`--base ${ref} is neither a commit nor a path.${reason}`)
  }
  if (found.isDirectory()) {
    const tree = readServed(folderFiles(path))
    return realpathSync(path) === realpathSync(root) ? { ...tree, isHead: true } : tree
  }
  return readSchemaFile({ file: ref, text: readText(path) })
}

function readText(path: string): string {
  try {
    return plain(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}
