// Files of one state of the project: what a folder, a commit and an archive have in common.

/** Wrong usage or an unreadable base: the check ends with exit code 2 and these lines. */
export class UsageError extends Error {
  /** A line end inside of one was read from a file, and is not printed as one. */
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
  /** Paths of the files in a folder, and below it if `isDeep`, relative to the project, with links followed. */
  list: (folder: string, isDeep?: boolean) => string[]
  /** Texts by path, without missing files. */
  read: (paths: readonly string[]) => Map<string, string>
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

/** A text as JSON; undefined for anything else. */
export function parseJson(text: string): unknown {
  return tolerate(() => JSON.parse(text) as unknown)
}

/** Runs `read`. @throws UsageError with the message of its error, after what failed */
export function orUsageError<T>(what: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new UsageError(`${what}: ${(error as Error).message}`)
  }
}
