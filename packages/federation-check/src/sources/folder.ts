// The files of a folder.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readBytes } from './bounded.ts'
import { followed, plain, tolerate, type Files } from './files.ts'
import { checkInside, filesBelow } from './links.ts'

/** Reads the files of a folder, which is walked once for all globs with one base. */
export function folderFiles(root: string, label = root): Files {
  const listed = new Map<string, string[]>()
  const walk = (folder: string, isDeep: boolean): string[] => {
    if (isDeep) return followed(() => filesBelow(root, folder)) ?? []
    followed(() => checkInside(root, folder))
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
      const texts = paths.map((path) => [path, readText(root, path)] as const)
      return new Map(texts.filter((entry): entry is [string, string] => entry[1] !== undefined))
    },
  }
}

/**
 * The text of a file; undefined when it is missing. The configuration may name a path outside of
 * the project, but a link must not lead there.
 */
function readText(root: string, path: string): string | undefined {
  const file = join(root, path)
  if (!followed(() => checkInside(root, path)) || !existsSync(file)) return undefined
  return plain(readBytes(file, path).toString('utf8'))
}
