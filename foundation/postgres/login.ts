// The password and port of the embedded database, stored beside it and readable only by its owner.
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chown, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getuid } from 'node:process'

/** The superuser's password, and the port of the last start (0 before the first). */
export interface Login {
  password: string
  port: number
}

export const SUPERUSER = 'ecosystem'
export const DATABASE = 'ecosystem'

/** The file with the login of a data folder. */
export function loginFile(dataDir: string): string {
  return join(dataDir, 'postgres.json')
}

/**
 * The login of an earlier start, or undefined before the first.
 * @throws Error with a message when the file is invalid
 */
export async function readLogin(dataDir: string): Promise<Login | undefined> {
  const file = loginFile(dataDir)
  if (!existsSync(file)) return undefined
  const login = parseLogin(await readFile(file, 'utf8'))
  if (login) return login
  throw new Error(
    `${file} does not contain the password and port of the database. ${howToGoOn(dataDir)}`,
  )
}

/** The advice for a lost login file. */
export function howToGoOn(dataDir: string): string {
  return `Restore the right file, or remove ${dataDir} to start with an empty database.`
}

function parseLogin(text: string): Login | undefined {
  try {
    const { password, port } = JSON.parse(text) as Partial<Login>
    const isPort = Number.isInteger(port) && port! >= 0 && port! <= 65_535
    return typeof password === 'string' && password !== '' && isPort
      ? { password, port: port! }
      : undefined
  } catch {
    return undefined
  }
}

/** Stores a login for the next start; a crash leaves either the old file or the new one. */
export async function writeLogin(dataDir: string, login: Login): Promise<void> {
  const file = loginFile(dataDir)
  await writeFile(`${file}.new`, `${JSON.stringify(login)}\n`, { mode: 0o600, flush: true })
  const { uid, gid } = await stat(dataDir)
  // A start with sudo must not lock out the owner of the data.
  if (getuid?.() === 0) await chown(`${file}.new`, uid, gid)
  await rename(`${file}.new`, file)
}

/** Creates a random login, and stores it. */
export async function makeLogin(dataDir: string): Promise<Login> {
  const login = { password: randomBytes(24).toString('base64url'), port: 0 }
  await writeLogin(dataDir, login)
  return login
}

/** The postgres:// URL of the role with all rights, in the database that holds the data. */
export function urlOf({ password, port }: Login): string {
  return `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${DATABASE}`
}
