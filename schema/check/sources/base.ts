// What the working tree is compared with: a commit, a folder, or a file with one schema.
import { readFileSync, realpathSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import {
  commitFiles,
  findCommit,
  folderFiles,
  isCheckedOut,
  mergeBase,
  UsageError,
} from './files.ts'
import { readSchemaFile, readServed, type Tree } from './tree.ts'

/**
 * Reads the base by what `--base` says: a name of git, else a path. Without it, where the tree left main.
 * @throws UsageError when it is neither, or cannot be read
 */
export function readBase(root: string, given: string | undefined): Tree {
  const ref = given ?? mergeBase(root)
  const commit = findCommit(root, ref)
  if (commit !== undefined) {
    const tree = readServed(commitFiles(root, ref))
    return isCheckedOut(root, commit) ? { ...tree, isHead: true } : tree
  }
  const path = resolve(ref)
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) throw new UsageError(`--base ${ref} is neither a commit nor a path.`)
  if (found.isDirectory()) {
    const tree = readServed(folderFiles(path))
    return realpathSync(path) === realpathSync(root) ? { ...tree, isHead: true } : tree
  }
  return readSchemaFile({ file: ref, text: readText(path) })
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}
