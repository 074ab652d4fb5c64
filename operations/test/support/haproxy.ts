// HAProxy's configurations in operations/proxy, for a HAProxy that a test starts.
import { readFile } from 'node:fs/promises'
import { getuid } from 'node:process'

/** Reads a file of operations/proxy. Only root can become another user, so the lines about it are left out for others. */
export async function readHaproxyFile(name: string): Promise<string> {
  const text = await readFile(`operations/proxy/${name}`, 'utf8')
  return getuid?.() === 0 ? text : text.replaceAll(/^ {4}(?:user|group) .*\n/gm, '')
}
