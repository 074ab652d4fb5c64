// The messages that are files because no SMTP server is set: those to somebody who left, or about them.
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Rules } from '#foundation/process/config.ts'

/** Deletes the files in which one of these names or addresses is. */
export async function dropMailFiles(
  { mail }: Pick<Rules, 'mail'>,
  traces: readonly string[],
): Promise<void> {
  if (!mail || !('folder' in mail.to)) return
  const { folder } = mail.to
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'))
  for (const name of names) {
    const path = join(folder, name)
    if (await mentions(path, traces)) await rm(path, { force: true })
  }
}

async function mentions(path: string, traces: readonly string[]): Promise<boolean> {
  // One that is too old is deleted meanwhile.
  const message = await readFile(path).catch(() => undefined)
  if (!message) return false
  const { default: PostalMime } = await import('postal-mime')
  const { text = '', to = [], subject = '' } = await PostalMime.parse(message)
  const words = [subject, text, ...to.map(({ address }) => address ?? '')].join('\n')
  return traces.some((trace) => words.includes(trace))
}
