// The Unix socket of the embedded PostgreSQL, which costs less than TCP.
import { once } from 'node:events'
import { readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { platform } from 'node:process'
import type { ClusterLocation } from '#foundation/postgres/cluster.ts'
import { urlOf, type Login } from '#foundation/postgres/login.ts'

/** The lowest limit of all systems for the path of a socket (macOS), including the final NUL. */
const PATH_LIMIT_BYTES = 104
const NAME = '.s.PGSQL.'
/** A path that needs no quotes in PostgreSQL's list of socket folders. */
const PLAIN = /^[\w/.+-]+$/

/**
 * The folder for the socket of a server at that port: its data folder, which only its user can enter. Undefined if
 * the path is too long, or the file system has no sockets.
 */
export async function findSocketFolder(
  { folder }: ClusterLocation,
  port: number,
): Promise<string | undefined> {
  await removeSockets(folder)
  const path = join(folder, `${NAME}${port}`)
  const isPossible = platform !== 'win32' && PLAIN.test(folder)
  if (!isPossible || Buffer.byteLength(path) >= PATH_LIMIT_BYTES) return undefined
  return (await canListen(path)) ? folder : undefined
}

/** The URL of a server over its socket, or over TCP if it has none. */
export function nearestUrl(login: Login, folder: string | undefined): string {
  const url = new URL(urlOf(login))
  if (folder !== undefined) url.searchParams.set('host', folder)
  return url.href
}

/** Removes the files of a killed server, whose process id another process may have by now. */
async function removeSockets(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.startsWith(NAME))
  for (const name of names) await rm(join(folder, name), { force: true })
}

/** Whether the file system supports sockets. Closing the test server removes its socket. */
async function canListen(path: string): Promise<boolean> {
  const server = createServer()
  try {
    await once(server.listen(path), 'listening')
    return true
  } catch {
    return false
  } finally {
    server.close()
  }
}
