// Downloads an export: a ZIP with a JSON file per service and kind, created while it is sent.
import { once } from 'node:events'
import type { Response } from 'express'
import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { notFound } from '#foundation/domain/errors.ts'
import type { IdentityContext } from '../../context.ts'
import { findReadyExport, MAX_EXPORT_BYTES, readParts } from '../../domain/personal-data/export.ts'
import type { Export } from '../../tables.ts'
import type { BrowserSession } from '../browser-session.ts'
import { afterStepUp } from './step-up.ts'

export const downloadExport = (browserSession: BrowserSession) =>
  afterStepUp(browserSession, 'export', async ({ ctx, res, signedIn: { identity } }) => {
    const ready = await findReadyExport(ctx, identity.id)
    if (!ready) throw notFound('Export', identity.id)
    const name = `ecosystem-${identity.username}-${ready.askedAt.toISOString().slice(0, 10)}`
    res.set('Content-Type', 'application/zip')
    res.set('Content-Disposition', `attachment; filename="${name}.zip"`)
    await sendZip(ctx, res, ready)
    return undefined
  })

/** Sends the ZIP with only one part in memory at a time. */
async function sendZip(ctx: IdentityContext, res: Response, ready: Export): Promise<void> {
  const zip = createZip(res)
  addReadMe(zip.archive, ready)
  let file: { name: string; entry: ZipDeflate } | undefined
  for await (const { service, name: kind, rows } of readParts(ctx.db, ready.id)) {
    const name = `${service}/${kind}.json`
    if (file?.name === name) {
      file.entry.push(strToU8(',\n'))
    } else {
      file?.entry.push(strToU8('\n]\n'), true)
      file = { name, entry: new ZipDeflate(name) }
      file.entry.mtime = ready.askedAt
      zip.archive.add(file.entry)
      file.entry.push(strToU8('[\n'))
    }
    file.entry.push(strToU8(rows))
    await zip.drained()
    if (res.destroyed) return
  }
  file?.entry.push(strToU8('\n]\n'), true)
  zip.archive.end()
  res.end()
}

function createZip(res: Response) {
  let failure: Error | undefined
  const archive = new Zip((error, chunk) => {
    if (error) failure = error
    else res.write(chunk)
  })
  return {
    archive,
    /** Waits until the client has read. @throws if a part could not be written */
    async drained(): Promise<void> {
      if (failure) throw failure
      if (!res.writableNeedDrain || res.destroyed) return
      await Promise.race([once(res, 'drain'), once(res, 'close')])
    },
  }
}

function addReadMe(archive: Zip, ready: Export): void {
  const entry = new ZipPassThrough('README.txt')
  entry.mtime = ready.askedAt
  archive.add(entry)
  entry.push(strToU8(readMe(ready)), true)
}

export function readMe({ askedAt, incomplete, readyAt }: Export): string {
  const limit = MAX_EXPORT_BYTES / 1_048_576
  const until = (readyAt ?? askedAt).toISOString()
  return [
    `This is what the services of Ecosystem held about you. Each gave its part between ${askedAt.toISOString()}, when you asked, and ${until}.`,
    'Each folder is a service, and each file is one kind of record: a list of rows, as JSON. A service without a folder held nothing.',
    'Passwords, codes, keys and tokens are kept as hashes, or sealed, and are left out.',
    ...(incomplete.length > 0
      ? [
          `There was more than ${limit} MiB. These services are incomplete: ${incomplete.join(', ')}.`,
        ]
      : []),
    '',
  ].join('\n\n')
}
