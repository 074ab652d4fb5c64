// The interface to the files of one state of the project, which a folder, a commit and an archive implement.

/** Wrong usage or an unreadable base. The check ends with exit code 2 and these lines. */
export class UsageError extends Error {
  /** A line end inside a line comes from a file, and is not printed as one. */
  readonly lines: readonly string[]

  constructor(...lines: readonly string[]) {
    super(lines.join('\n'))
    this.lines = lines
  }
}

export interface Text {
  file: string
  text: string
}

export interface Files {
  label: string
  /**
   * Returns the paths of the files in a folder, and below it if `isDeep`, relative to the project,
   * with links followed.
   */
  list: (folder: string, isDeep?: boolean) => string[]
  /** Returns the texts of files by path, without missing files. */
  read: (paths: readonly string[]) => Map<string, string>
}

/** Lists files; undefined for a missing folder. @throws UsageError for a dangling link or missing permission */
export function followed<T>(list: () => T): T | undefined {
  try {
    return list()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new UsageError((error as Error).message)
  }
}

/** The text without a BOM, and with LF line endings. */
export function plain(text: string): string {
  return text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')
}

/** The result of reading; undefined when that fails. */
export function tolerate<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** The value of a JSON text; undefined for any other text. */
export function parseJson(text: string): unknown {
  return tolerate(() => JSON.parse(text) as unknown)
}

/** Runs `read`. @throws UsageError with the message of its error, after the name of what failed */
export function orUsageError<T>(what: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new UsageError(`${what}: ${(error as Error).message}`)
  }
}
