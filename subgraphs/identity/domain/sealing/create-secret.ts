// Creates the secrets of the data folder at first start. All processes that share the folder use the same ones.
import { link, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { SettingError } from '#foundation/settings/setting.ts'
import { systemReason } from '#foundation/process/system-error.ts'
import type { SecretName } from '../../tables/sealed-secrets.ts'

/** A secret: its file in the data folder, and how to read it or create a new one. */
export interface SecretSource {
  name: SecretName
  file: (dataDir: string) => string
  read: (dataDir: string, now: Date) => Promise<string>
  make: (now: Date) => Promise<string>
}

/**
 * Reads the file, or creates it (0600) if it is missing. If two processes start at once, one creates it and
 * both read it. @throws SettingError if the file cannot be read or created
 */
export async function readOrCreate(file: string, make: () => Promise<string>): Promise<string> {
  return readOrLink(file, make).catch((error: unknown) => refuse(file, error))
}

/** Whether the file exists. @throws SettingError if that cannot be known */
export async function isFile(file: string): Promise<boolean> {
  const found = await stat(file)
    .catch(ignoreMissing)
    .catch((error: unknown) => refuse(file, error))
  return found !== undefined
}

function refuse(file: string, error: unknown): never {
  const reason = systemReason(error)
  if (reason === undefined) throw error
  throw new SettingError(
    `DATA_DIR: ${resolve(file)} can be neither read nor created (${reason}). ` +
      'Give this user access to it, or set DATA_DIR to another folder.',
  )
}

async function readOrLink(file: string, make: () => Promise<string>): Promise<string> {
  const found = await readFile(file, 'utf8').catch(ignoreMissing)
  if (found !== undefined) return found
  await mkdir(dirname(file), { recursive: true })
  const draft = await writeDraft(file, await make())
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(draft)
  return readFile(file, 'utf8')
}

/** Writes a temporary file (0600) next to the file, so that nobody reads half of it. */
export async function writeDraft(file: string, text: string): Promise<string> {
  const draft = `${file}.${crypto.randomUUID()}`
  await writeFile(draft, text, { mode: 0o600, flush: true })
  return draft
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
