// What the working tree is compared with: a commit, a folder, or a file with one schema.
import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import {
  commitFiles,
  findCommit,
  folderFiles,
  gitProblem,
  mergeBase,
  plain,
  UsageError,
} from './files.ts'
import { readSchemaFile, readTree, type Tree } from './tree.ts'

/**
 * Reads the base by what `--base` says: a name of git, else a path. Without it, the merge base with main.
 * @param folder a relative path starts here
 * @throws UsageError when it is neither, or cannot be read
 */
export function readBase(root: string, given: string | undefined, folder = process.cwd()): Tree {
  const problem = gitProblem(root)
  if (given === undefined && problem) {
    throw new UsageError(`${problem} Name a folder or a file with --base.`)
  }
  const ref = given ?? mergeBase(root)
  if (findCommit(root, ref) !== undefined) return readTree(commitFiles(root, ref))
  const path = resolve(folder, ref)
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) {
    const reason = problem ? ` ${problem}` : ''
    throw new UsageError(`--base ${ref} is neither a commit nor a path.${reason}`)
  }
  if (found.isDirectory()) return readTree(folderFiles(path))
  return readSchemaFile({ file: ref, text: readText(path) })
}

function readText(path: string): string {
  try {
    return plain(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}
