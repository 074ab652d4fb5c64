// Locks between processes, released when the holder ends.
import { chmodSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

export interface FileLock {
  release(): void
}

const SQLITE_BUSY = 5

/**
 * Locks the file, which is created (0600) if missing; undefined while another process holds it.
 * @throws when the file cannot be written
 */
// A lock of the operating system, through SQLite: only one process gets it, and it ends with its process, however that
// ends. A pid file guarantees neither. An immediate transaction (the RESERVED lock) has exactly one winner; with
// exclusive transactions both processes may lose. There is no journal, because two processes that find the journal of a
// killed one may both lose, too. The file stays: if it were deleted, it could be locked twice.
export function tryLock(file: string): FileLock | undefined {
  try {
    const database = new DatabaseSync(file)
    database.exec('pragma journal_mode = memory; begin immediate')
    chmodSync(file, 0o600)
    return { release: () => database.close() }
  } catch (cause) {
    const busy = cause instanceof Error && 'errcode' in cause && cause.errcode === SQLITE_BUSY
    if (busy) return undefined
    throw new Error(`Cannot lock ${file}.`, { cause })
  }
}
