// The responses of the console's pages and forms.
import type { RequestHandler } from 'express'
import type { Page } from '#foundation/database/lists/page-info.ts'
import { outOfDate, outOfDateText, readFormOrOutOfDate, type SentForm } from '../browser-session.ts'
import { sendPage } from '../page.ts'
import type { Notice } from '../form.ts'
import type { Parameters } from '../../oauth/parameters.ts'
import { administeringOf, type AdministratorSession } from './access.ts'

/** A segment of the path, by its name in the route. */
export function segmentOf({ req }: AdministratorSession, name: string): string {
  return String(req.params[name])
}

/** The path of the next page of a list; undefined after the last. */
export function nextPath<Node>(
  path: string,
  { cursorOf, hasNextPage, nodes }: Page<Node>,
  query: Readonly<Record<string, string>> = {},
): string | undefined {
  if (!hasNextPage) return undefined
  return `${path}?${new URLSearchParams({ ...query, after: cursorOf(nodes.at(-1)!) })}`
}

export function consoleProps({ csrf, ctx }: AdministratorSession) {
  return { csrf, now: ctx.now() }
}

export function show(
  page: (administering: AdministratorSession) => Promise<string> | string,
): RequestHandler {
  return async (req, res) => {
    sendPage(res, await page({ ...administeringOf(res), req, res }))
  }
}

/**
 * Reads the form and checks that it belongs to this browser and sign-in. Sending a form can take minutes, so
 * access is checked again afterwards.
 */
export const receiveForm: RequestHandler = async (_req, res, next) => {
  res.locals.sent = await readFormOrOutOfDate(administeringOf(res))
  next()
}

/** The result of a form: a redirect, another page, or the form again with errors. */
export type Outcome = { to: string } | { page: string } | { refused: string }

/** Renders the page of a sent form with its input. */
type RefilledPage = (
  administering: AdministratorSession,
  form: Parameters,
  notice: Notice,
) => Promise<string> | string

/** Handles a form. `refill` shows one from an earlier sign-in again; forms without it have no input to lose. */
export function submit(
  change: (administering: AdministratorSession, form: Parameters) => Promise<Outcome>,
  refill?: RefilledPage,
): RequestHandler {
  return async (req, res) => {
    const administering = { ...administeringOf(res), req, res }
    const { form, isOutOfDate } = res.locals.sent as SentForm
    if (isOutOfDate) {
      if (!refill) throw outOfDate()
      const notice = { kind: 'error', text: outOfDateText(administering) } as const
      sendPage(res, await refill(administering, form, notice), 403)
      return
    }
    const outcome = await change(administering, form)
    if ('to' in outcome) res.redirect(303, administering.server.issuer + outcome.to)
    else if ('page' in outcome) sendPage(res, outcome.page)
    else sendPage(res, outcome.refused, 400)
  }
}

const DONE: Readonly<Record<string, string>> = {
  disable: 'The person is disabled, and signed out everywhere.',
  enable: 'The person can sign in again.',
  'sign-out': 'The person is signed out everywhere.',
  'reset-factors': 'The authenticator app and the recovery codes are removed.',
  rename: 'The person has a new username.',
  'client-changed': 'The app is changed.',
  'client-disabled': 'The app is disabled, and its grants are revoked.',
  rotated: 'New keys are published. They sign tokens after 15 minutes.',
  'next-key-waits': 'Nothing has changed: the next keys are published already, and wait to sign.',
  revoked: 'The key is revoked.',
  added: 'The administrator is added.',
  removed: 'The person is no longer an administrator.',
}

export function doneNotice(query: Parameters): Notice | undefined {
  const done = query.get('done') ?? ''
  return Object.hasOwn(DONE, done) ? { kind: 'done', text: DONE[done]! } : undefined
}
