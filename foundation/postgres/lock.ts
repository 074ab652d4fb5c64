// One process at a time: a data folder is locked from before its database exists until that has ended.
import { chmodSync, constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export interface FolderLock {
  release(): void
}

const SQLITE_BUSY = 5

/**
 * Runs the work with the lock, which stays until the work releases it or fails.
 * @throws alreadyRunning() when another process has it.
 */
export async function withFolderLocked<T>(
  folder: string,
  work: (lock: FolderLock) => Promise<T>,
): Promise<T> {
  await ensureWritable(folder)
  const lock = lockFolder(folder)
  try {
    return await work(lock)
  } catch (error) {
    lock.release()
    throw error
  }
}

/** The refusal of a second process, to follow a colon. */
export function alreadyRunning(): Error {
  return new Error(
    'it is already running, in another process. Stop that one first, or set DATA_DIR to another folder.',
  )
}

async function ensureWritable(folder: string): Promise<void> {
  await access(folder, constants.W_OK).catch((cause: unknown) => {
    throw new Error(
      'this user may not write to the folder. Start as the user who made it, or set DATA_DIR to another folder.',
      { cause },
    )
  })
}

// A lock of the operating system, by way of SQLite: no two processes get it, and it is gone with its
// process whatever ends that. A file that holds a process id is neither. An immediate transaction (the
// RESERVED lock) has exactly one winner; of two exclusive ones both may lose, as may two that find the
// journal of a killed process, so there is none. The file stays: deleted, it could be locked twice.
function lockFolder(folder: string): FolderLock {
  const file = join(folder, 'postgres.lock')
  try {
    const database = new DatabaseSync(file)
    database.exec('pragma journal_mode = memory; begin immediate')
    chmodSync(file, 0o600)
    return { release: () => database.close() }
  } catch (cause) {
    const busy = cause instanceof Error && 'errcode' in cause && cause.errcode === SQLITE_BUSY
    throw busy ? alreadyRunning() : new Error(`${file} cannot be locked.`, { cause })
  }
}
