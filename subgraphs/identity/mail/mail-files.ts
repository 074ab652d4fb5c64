// Deletes mails to or about somebody who left, which are files while no SMTP server is set.
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { IdentitySettings } from '../settings.ts'

/**
 * Deletes files that are addressed to one of the addresses, or contain one of the usernames or wallets,
 * including files from before an SMTP server was set.
 */
export async function dropMailFiles(
  { dataDir }: Pick<IdentitySettings, 'dataDir'>,
  traces: readonly string[],
): Promise<void> {
  const folder = join(dataDir, 'mail')
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'))
  for (const name of names) {
    const path = join(folder, name)
    if (await mentions(path, traces)) await rm(path, { force: true })
  }
}

async function mentions(path: string, traces: readonly string[]): Promise<boolean> {
  // The file may be missing: the transport deletes old files meanwhile.
  const message = await readFile(path).catch(() => undefined)
  if (!message) return false
  const { default: PostalMime } = await import('postal-mime')
  const { text = '', to = [] } = await PostalMime.parse(message)
  const words = new Set(text.split(/[\s,]+/).map((word) => word.replace(/[.:]$/, '')))
  // Letters contain usernames with an @, and wallets as separate words.
  return traces.some(
    (trace) =>
      words.has(`@${trace}`) ||
      (trace.startsWith('0x') && words.has(trace)) ||
      to.some(({ address }) => address?.toLowerCase() === trace.toLowerCase()),
  )
}
