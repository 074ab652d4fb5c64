// Files of one state of the project, and those of a folder.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { filesBelow } from './links.ts'

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
      const texts = paths.map((path) => [path, readText(join(root, path), path)] as const)
      return new Map(texts.filter((entry): entry is [string, string] => entry[1] !== undefined))
    },
  }
}

/** Empty for a missing folder. @throws UsageError for a dangling link or missing permission */
export function followed<T>(list: () => T): T | undefined {
  try {
    return list()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new UsageError((error as Error).message)
  }
}

function readText(path: string, name: string): string | undefined {
  const isFile = tolerate(() => statSync(path).isFile())
  return isFile ? plain(readBytes(path, name).toString('utf8')) : undefined
}

/** The largest file, archive or answer that is read, in bytes. */
export const MAX_BYTES = 64 * 1024 * 1024

/** @throws UsageError for a file that cannot be read, or is larger than the limit */
export function readBytes(path: string, name = path): Buffer {
  try {
    if (statSync(path).size <= MAX_BYTES) return readFileSync(path)
  } catch (error) {
    const [reason] = (error as Error).message.split(',')
    throw new UsageError(`${name} cannot be read: ${reason}.`)
  }
  throw new UsageError(`${name} is larger than ${MAX_BYTES} bytes.`)
}

/** A text without a BOM, and with LF line endings. */
export function plain(text: string): string {
  return text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')
}

/** Undefined where reading fails. */
export function tolerate<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
