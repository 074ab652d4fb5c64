// The console for administrators: path → page and form.
import { Router, type RequestHandler } from 'express'
import { sendPageError } from '../page.ts'
import type { AuthorizationServer } from '../../oauth/request-context.ts'
import { admitAdministrators, requireFreshSignIn } from './access.ts'
import * as administrators from './administrators.ts'
import { receiveForm } from './response.ts'
import { showAudit } from './audit.ts'
import * as clients from './clients.ts'
import * as keys from './keys.ts'
import { findPeople, showPeople } from './people.ts'
import { showPerson } from './person.ts'
import * as person from './person-actions.ts'

/** The pages that only show something, by path. */
const PAGES: Readonly<Record<string, RequestHandler>> = {
  '/': showPeople,
  '/people/:id': showPerson,
  '/clients': clients.showClients,
  '/clients/:id': clients.showClient,
  '/keys': keys.showKeys,
  '/audit': showAudit,
  '/administrators': administrators.showAdministrators,
}

/** The forms of changes by path. The page that asks before a change requires the same fresh sign-in. */
const CHANGES: Readonly<Record<string, { ask?: RequestHandler; submit: RequestHandler }>> = {
  '/people/:id/recovery-code': {
    ask: person.askRecoveryCode,
    submit: person.submitRecoveryCode,
  },
  '/people/:id/:action': { ask: person.askPersonAction, submit: person.submitPersonAction },
  '/clients/new': { ask: clients.showRegistration, submit: clients.submitRegistration },
  '/clients/:id': { submit: clients.submitClient },
  '/clients/:id/rotate-secret': {
    ask: clients.askSecretRotation,
    submit: clients.submitSecretRotation,
  },
  '/clients/:id/disable': {
    ask: clients.askClientDisabling,
    submit: clients.submitClientDisabling,
  },
  '/keys': { submit: keys.submitAdminKey },
  '/keys/rotate': { ask: keys.askRotation, submit: keys.submitRotation },
  '/keys/:id/revoke': { ask: keys.askKeyRevocation, submit: keys.submitKeyRevocation },
  '/administrators': { submit: administrators.submitAdministrator },
  '/administrators/:id/remove': {
    ask: administrators.askDismissal,
    submit: administrators.submitDismissal,
  },
}

export function consoleRoutes(server: AuthorizationServer): Router {
  const router = Router()
  const admit = admitAdministrators(server)
  router.use(admit)
  const form = [receiveForm, admit]
  // A search changes nothing, so it needs no fresh sign-in.
  router.post('/', form, findPeople)
  for (const [path, { ask, submit }] of Object.entries(CHANGES)) {
    if (ask) router.get(path, requireFreshSignIn, ask)
    router.post(path, form, requireFreshSignIn, submit)
  }
  // These routes come last, because otherwise `/clients/new` would match the id `new`.
  for (const [path, page] of Object.entries(PAGES)) router.get(path, page)
  router.use(sendPageError)
  return router
}
