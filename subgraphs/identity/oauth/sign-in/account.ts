// A person's own page: what there is, and the forms that change it.
import type { RequestHandler } from 'express'
import { recordAudit, type AuditKind } from '../../domain/audit.ts'
import { disconnectApp, listConnectedApps } from '../../domain/consent.ts'
import { changePassword } from '../../domain/password-change.ts'
import { listPasskeys, removePasskey } from '../../domain/passkey.ts'
import { updateUsername, xpToNextLevel } from '../../domain/profile.ts'
import { endAllAccess, endSession, listSessions } from '../../domain/session.ts'
import { listWallets, unlinkWallet } from '../../domain/wallet.ts'
import { accountPage, type AccountProps } from '../pages/account.ts'
import { SCOPE_WORDS } from '../pages/scope-words.ts'
import { queryParameters, type Parameters } from '../parameters.ts'
import { handler, type AuthorizationServer } from '../server.ts'
import { asPerson } from './as-person.ts'
import { takeAttempt } from '../../domain/brake.ts'
import { fieldErrors } from './field-errors.ts'
import { sendPage } from './page.ts'
import { requireRecentSignIn } from './script-call.ts'
import { clearSessionCookie, readForm, visit, type SignedInVisit } from './visit.ts'

/** Told once, after a form has worked: `?done=<key>`, which anybody may write, so it is a table. */
const DONE: Readonly<Record<string, AccountProps['notices']>> = {
  username: { username: { kind: 'done', text: 'Your username is changed.' } },
  password: {
    password: {
      kind: 'done',
      text: 'Your password is changed, and every other sign-in has ended.',
    },
  },
  'passkey-added': { passkeys: { kind: 'done', text: 'The passkey is added.' } },
  'passkey-removed': { passkeys: { kind: 'done', text: 'The passkey is removed.' } },
  'wallet-linked': { wallets: { kind: 'done', text: 'The wallet is linked.' } },
  'wallet-unlinked': { wallets: { kind: 'done', text: 'The wallet is unlinked.' } },
  'session-ended': { sessions: { kind: 'done', text: 'That sign-in has ended.' } },
  disconnected: { apps: { kind: 'done', text: 'The app is disconnected.' } },
}

const ACTIONS: AccountProps['actions'] = {
  // The fragments lead to the section again when it tells what was wrong.
  changeUsername: '/account/username#username-section',
  changePassword: '/account/password#password-section',
  removePasskey: '/account/passkeys/remove',
  unlinkWallet: '/account/wallets/unlink',
  endSession: '/account/sessions/end',
  endAllSessions: '/account/sessions/end-all',
  disconnectApp: '/account/apps/disconnect',
  signOut: '/sign-out',
}

export function showAccount(server: AuthorizationServer): RequestHandler {
  return handler(server, async (exchange) => {
    const visiting = await visit(server, exchange)
    const { res, signedIn } = visiting
    if (!signedIn) {
      res.redirect(303, `${server.issuer}/sign-in`)
      return
    }
    const done = queryParameters(exchange.req).get('done') ?? ''
    const notices = Object.hasOwn(DONE, done) ? DONE[done] : undefined
    sendPage(res, await renderAccount({ ...visiting, signedIn }, { notices }))
  })
}

/** What a form of the page does; `field` errors are shown on the page, anything else is thrown. */
type Change = (
  server: AuthorizationServer,
  visiting: SignedInVisit,
  form: Parameters,
) => Promise<{ done: string } | Partial<AccountProps>>

/** A form of the account page: it changes something, and leads back to its section. */
export function accountForm(server: AuthorizationServer, change: Change): RequestHandler {
  return handler(server, async (exchange) => {
    const visiting = await visit(server, exchange)
    const form = await readForm(server, visiting)
    const { res, signedIn } = visiting
    if (!signedIn) {
      res.redirect(303, `${server.issuer}/sign-in`)
      return
    }
    const result = await change(server, { ...visiting, signedIn }, form)
    if (!('done' in result)) {
      sendPage(res, await renderAccount({ ...visiting, signedIn }, result), 400)
      return
    }
    res.redirect(303, `${server.issuer}${result.done}`)
  })
}

export const changeUsername: Change = async (_server, visiting, form) => {
  const wantedUsername = (form.get('username') ?? '').trim().toLowerCase()
  const refusal = await updateUsername(asPerson(visiting), wantedUsername).then(
    () => undefined,
    (error: unknown) => fieldErrors(error, { username: 'The username' }),
  )
  if (refusal) return { ...refusal, wantedUsername }
  return { done: '/account?done=username#username-section' }
}

export const submitPassword: Change = async (_server, visiting, form) => {
  const { ctx, signedIn } = visiting
  const { identity, session } = signedIn
  await takeAttempt(ctx, `password:${identity.id}`, { most: 10, windowMs: 15 * 60_000 })
  const passwords = {
    currentPassword: form.get('currentPassword') ?? '',
    newPassword: form.get('newPassword') ?? '',
  }
  const labels = { currentPassword: 'The current password', newPassword: 'The new password' }
  const refusal = await changePassword(ctx, identity, session, passwords).then(
    () => undefined,
    (error: unknown) => fieldErrors(error, labels),
  )
  if (refusal) return refusal
  await record(visiting, 'password_changed')
  return { done: '/account?done=password#password-section' }
}

export const submitPasskeyRemoval: Change = async (_server, visiting, form) => {
  requireRecentSignIn(visiting)
  const { ctx, signedIn } = visiting
  await removePasskey(ctx, signedIn.identity.id, form.get('id') ?? '')
  await record(visiting, 'passkey_removed')
  return { done: '/account?done=passkey-removed#passkeys-section' }
}

export const submitWalletUnlinking: Change = async (_server, visiting, form) => {
  requireRecentSignIn(visiting)
  await unlinkWallet(asPerson(visiting), form.get('id') ?? '')
  return { done: '/account?done=wallet-unlinked#wallets-section' }
}

export const submitSessionEnd: Change = async (server, visiting, form) => {
  const { ctx, signedIn } = visiting
  const id = form.get('id') ?? ''
  const ended = await endSession(ctx, signedIn.identity.id, id)
  if (ended) await record(visiting, 'session_ended', { sessionId: id })
  if (id !== signedIn.session.id) return { done: '/account?done=session-ended#sessions-section' }
  clearSessionCookie(server, visiting)
  return { done: '/sign-in' }
}

export const submitEndOfAll: Change = async (server, visiting) => {
  const { ctx, signedIn } = visiting
  await ctx.db
    .transaction()
    .execute((trx) => endAllAccess(trx, ctx.now(), signedIn.identity.id, 'signed_out'))
  await record(visiting, 'session_ended', { sessionId: 'all' })
  clearSessionCookie(server, visiting)
  return { done: '/sign-in' }
}

export const submitDisconnection: Change = async (_server, visiting, form) => {
  const { ctx, signedIn } = visiting
  const clientId = form.get('id') ?? ''
  const identityId = signedIn.identity.id
  await disconnectApp(ctx, identityId, clientId)
  await recordAudit(ctx, { kind: 'app_disconnected', identityId, clientId })
  return { done: '/account?done=disconnected#apps-section' }
}

function record(
  { ctx, signedIn }: SignedInVisit,
  kind: AuditKind,
  details: Record<string, unknown> = {},
): Promise<void> {
  return recordAudit(ctx, { kind, identityId: signedIn.identity.id, details })
}

async function renderAccount(
  visiting: SignedInVisit,
  told: Partial<AccountProps>,
): Promise<string> {
  const { csrf, ctx, signedIn } = visiting
  const { identity, session } = signedIn
  const [passkeys, wallets, sessions, apps] = await Promise.all([
    listPasskeys(ctx, identity.id),
    listWallets(asPerson(visiting), { first: 100 }),
    listSessions(ctx, identity.id),
    listConnectedApps(ctx, identity.id),
  ])
  return accountPage({
    csrf,
    now: ctx.now(),
    actions: ACTIONS,
    profile: { ...identity, xpToNextLevel: xpToNextLevel(identity) },
    passkeys,
    passkey: { optionsUrl: '/account/passkeys/options', verifyUrl: '/account/passkeys/add' },
    wallets: wallets.nodes,
    wallet: { challengeUrl: '/account/wallets/challenge', verifyUrl: '/account/wallets/link' },
    sessions: sessions.map((each) => ({ ...each, isCurrent: each.id === session.id })),
    apps: apps.map(({ clientId, name, scopes, givenAt }) => ({
      id: clientId,
      name,
      since: givenAt,
      scopes: scopes.map((scope) => ({
        name: scope,
        words: SCOPE_WORDS[scope as keyof typeof SCOPE_WORDS],
      })),
    })),
    ...told,
  })
}
