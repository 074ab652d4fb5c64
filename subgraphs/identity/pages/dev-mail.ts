// `/dev/mail`: messages that are written to files because no SMTP server is set. Not available in production.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Router, type RequestHandler } from 'express'
import { notFound } from '#foundation/domain/errors.ts'
import { handler, type AuthorizationServer } from '../oauth/request-context.ts'
import { sendPageError, pageHeaders, sendPage } from './page.ts'
import type { Email } from 'postal-mime'
import { html, type Content, type Html } from './html.ts'
import { page } from './layout.ts'
import { ago } from './time.ts'

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

interface DevMail {
  id: string
  email: Pick<Email, 'date' | 'html' | 'subject' | 'text' | 'to'>
}

export function devMailPage(mails: readonly DevMail[], now: Date): string {
  return page({
    title: 'Mail',
    shape: 'account',
    styles: ['account.css'],
    lead: html`What would be sent if <code>SMTP_URL</code> were set, newest first. Only a system
      that is not in production has this page.`,
    main: html`
      ${mails.length === 0 ? html`<p class="nothing">None yet.</p>` : ''}
      ${mails.map((mail) => message(mail, now))}
    `,
  })
}

const message = ({ email, id }: DevMail, now: Date): Html =>
  html`<article class="mail" aria-labelledby="${id}">
    <h2 id="${id}">${email.subject ?? ''}</h2>
    <p class="aside">
      To ${(email.to ?? []).map(({ address }) => address ?? '').join(', ')} ·
      ${email.date ? ago(new Date(email.date), now) : ''} ·
      <a href="/dev/mail/${id}">As HTML</a>
    </p>
    <pre tabindex="0">${linked(email.text ?? '')}</pre>
  </article>`

/** Text in which URLs become links. */
const linked = (text: string): Content =>
  text
    .split(/(https?:\/\/\S+)/)
    .map((part, at) => (at % 2 === 1 ? html`<a href="${part}">${part}</a>` : part))
