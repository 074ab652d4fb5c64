// What the working tree is compared with: a commit, a folder, or a file with one schema.
import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { commitFiles, findCommit, folderFiles, mergeBase, UsageError } from './files.ts'
import { readSchemaFile, readServed, type Tree } from './tree.ts'

/**
 * Reads the base by what `--base` says: a name of git, else a path. Without it, the merge base with main.
 * @throws UsageError when it is neither, or cannot be read
 */
export function readBase(root: string, given: string | undefined): Tree {
  const ref = given ?? mergeBase(root)
  if (findCommit(root, ref) !== undefined) return readServed(commitFiles(root, ref))
  const path = resolve(ref)
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) throw new UsageError(`--base ${ref} is neither a commit nor a path.`)
  if (found.isDirectory()) return readServed(folderFiles(path))
  return readSchemaFile({ file: ref, text: readText(path) })
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}
