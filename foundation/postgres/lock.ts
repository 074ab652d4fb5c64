// Locks a data folder for one process, from before its database exists until the database has stopped.
import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { tryLock, type FileLock } from '#foundation/process/file-lock.ts'

/**
 * Runs the work with the lock, which is held until the work releases it or fails.
 * @throws alreadyRunning() when another process holds it.
 */
export async function withFolderLocked<T>(
  folder: string,
  work: (lock: FileLock) => Promise<T>,
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

/** The error for a second process. Its message is written after a colon. */
export function alreadyRunning(): Error {
  return new Error(
    'it is already running in another process. Stop that one first, or set DATA_DIR to another folder.',
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

function lockFolder(folder: string): FileLock {
  const lock = tryLock(join(folder, 'postgres.lock'))
  if (lock) return lock
  throw alreadyRunning()
}
