// PostgreSQL 15 as Debian packages it.
import { execFileSync } from 'node:child_process'
import { chmod, chown, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getuid } from 'node:process'

/** The folder of its programs; the other tools are in the PATH. */
export const DEBIAN_POSTGRES = process.env.POSTGRES_15 ?? '/usr/lib/postgresql/15/bin'

/** A new folder that the user `postgres` may write to, if this is root. */
export async function folderOfPostgres(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `ecosystem-${name}-`))
  await chmod(folder, 0o755)
  if (getuid?.() === 0) {
    const id = (option: string) => Number(execFileSync('id', [option, 'postgres']).toString())
    await chown(folder, id('-u'), id('-g'))
  }
  return folder
}
