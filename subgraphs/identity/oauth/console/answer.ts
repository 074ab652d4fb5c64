// The responses of the console's pages and forms.
import type { RequestHandler } from 'express'
import { readForm } from '../interaction/browser-session.ts'
import { sendPage } from '../interaction/page.ts'
import type { Parameters } from '../parameters.ts'
import { administeringOf, type Administering } from './access.ts'

/** A segment of the path, by the name it has in the route. */
export function segmentOf({ req }: Administering, name: string): string {
  return String(req.params[name])
}

/** The props of every page. */
export function consoleProps({ csrf, ctx }: Administering) {
  return { csrf, now: ctx.now() }
}

export function show(page: (administering: Administering) => Promise<string>): RequestHandler {
  return async (req, res) => {
    sendPage(res, await page({ ...administeringOf(res), req, res }))
  }
}

/**
 * Reads the form of this browser and sign-in. That can take minutes, so whoever sent it is admitted again
 * afterwards.
 */
export const receiveForm: RequestHandler = async (_req, res, next) => {
  res.locals.form = await readForm(administeringOf(res))
  next()
}

/** Where a form leads: to a path, to another page, or back to itself with errors. */
export type Outcome = { to: string } | { page: string } | { refused: string }

export function submit(
  change: (administering: Administering, form: Parameters) => Promise<Outcome>,
): RequestHandler {
  return async (req, res) => {
    const administering = { ...administeringOf(res), req, res }
    const outcome = await change(administering, res.locals.form as Parameters)
    if ('to' in outcome) res.redirect(303, administering.server.issuer + outcome.to)
    else if ('page' in outcome) sendPage(res, outcome.page)
    else sendPage(res, outcome.refused, 400)
  }
}
