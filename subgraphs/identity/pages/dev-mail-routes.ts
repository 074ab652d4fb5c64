// `/dev/mail`: messages that are written to files because no SMTP server is set. Not available in production.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Router, type RequestHandler } from 'express'
import { notFound } from '#foundation/domain/errors.ts'
import { devMailPage, type DevMail } from './dev-mail-page.ts'
import { handler, type AuthorizationServer } from '../oauth/request-context.ts'
import { sendPageError, pageHeaders, sendPage } from './page.ts'

const MAX_SHOWN = 50
const FILE = /^mail_[0-9a-z]{26}\.eml$/

/** An empty router unless messages are written to files. */
export function devMailRoutes(server: AuthorizationServer): Router {
  const router = Router()
  const { mail } = server.settings
  if (server.config.production || !mail || !('folder' in mail.to)) return router
  const { folder } = mail.to
  router.get('/dev/mail', pageHeaders, listMail(server, folder), sendPageError)
  router.get('/dev/mail/:id', pageHeaders, showMail(server, folder), sendPageError)
  return router
}

function listMail(server: AuthorizationServer, folder: string): RequestHandler {
  return handler(server, async ({ ctx, res }) => {
    const names = await readdir(folder).catch(() => [])
    const newest = names
      .filter((name) => FILE.test(name))
      .sort()
      .toReversed()
    const mails = await Promise.all(
      newest.slice(0, MAX_SHOWN).map((name) => readMail(folder, name)),
    )
    sendPage(
      res,
      devMailPage(
        mails.filter((mail) => mail !== undefined),
        ctx.now(),
      ),
    )
  })
}

/** The HTML of a message, which may use only its own styles. */
function showMail(server: AuthorizationServer, folder: string): RequestHandler {
  return handler(server, async ({ req, res }) => {
    const name = `${String(req.params.id)}.eml`
    const mail = FILE.test(name) ? await readMail(folder, name) : undefined
    if (mail?.email.html === undefined) throw notFound('Mail', String(req.params.id))
    res.set('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'")
    sendPage(res, mail.email.html)
  })
}

/** A message from its file; undefined if it has just been deleted as too old. */
async function readMail(folder: string, name: string): Promise<DevMail | undefined> {
  const message = await readFile(join(folder, name)).catch(() => undefined)
  if (!message) return undefined
  const { default: PostalMime } = await import('postal-mime')
  return { id: name.slice(0, -'.eml'.length), email: await PostalMime.parse(message) }
}
