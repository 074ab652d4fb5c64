// Signing up with a passkey instead of a password, and the page that offers recovery codes afterwards.
import { isRecentSignIn } from '#foundation/auth/authentication-context.ts'
import { refuseIssues } from '#foundation/domain/bounds.ts'
import { DomainError, forbidden } from '#foundation/domain/errors.ts'
import { newId } from '#foundation/domain/ids.ts'
import { rememberChallenge } from '../../domain/sign-in/passkey-challenge.ts'
import { createFirstRecoveryCodes, findRecoveryCodes } from '../../domain/sign-in/recovery-code.ts'
import { joiningIssues, signUpWithPasskey, type NewProfile } from '../../domain/sign-in/sign-up.ts'
import { firstCodesPage, newCodesPage } from '../sign-in-methods/recovery-codes.ts'
import { countChallenge } from '../attempts.ts'
import { readForm, type BrowserSession, type SignedInBrowserSession } from '../browser-session.ts'
import { laterDestination, pageInBetween, requestingClient, samePage } from '../destination.ts'
import { fieldErrors } from '../field-errors.ts'
import { sendPage } from '../page.ts'
import { creationOptions, registered } from '../sign-in-methods/passkey-handlers.ts'
import { requireSignIn, textOf, type ScriptBody } from '../script-call.ts'
import { SIGN_UP_LABELS, countSignUp, signInJoined } from './sign-up-handlers.ts'

/** The options for creating a passkey. They contain a new id, which nobody has until the passkey comes back. */
export async function passkeySignUpOptions(browserSession: BrowserSession, body: ScriptBody) {
  await requestingClient(browserSession)
  await countChallenge(browserSession, 'passkey')
  const person = personIn(body)
  inWords(() => refuseIssues(joiningIssues(person)))
  const id = newId('identity')
  const options = await creationOptions(browserSession.server, { ...person, id })
  const asker = joiningAs(browserSession, id)
  await rememberChallenge(browserSession.ctx, asker, options.challenge)
  return { options, identityId: id }
}

export async function signUpByPasskey(browserSession: BrowserSession, body: ScriptBody) {
  await requestingClient(browserSession)
  await countSignUp(browserSession)
  const identityId = textOf(body, 'identityId')
  const asker = joiningAs(browserSession, identityId)
  const made = await registered(browserSession, body.credential, asker)
  const passkey = { ...made, identityId, name: 'The one you signed up with' }
  const joined = await signUpWithPasskey(browserSession.ctx, personIn(body), passkey).catch(
    inSentences,
  )
  const session = await signInJoined(browserSession, joined, 'passkey')
  if (!session) return { location: samePage(browserSession, '/sign-in') }
  return { location: pageInBetween(browserSession, '/sign-up/recovery-codes', session) }
}

function personIn(body: ScriptBody): NewProfile {
  return {
    username: textOf(body, 'username').trim().toLowerCase(),
    displayName: textOf(body, 'displayName').trim(),
    house: textOf(body, 'house'),
    archetype: textOf(body, 'archetype'),
  }
}

/** The requester of the challenge: this browser and id, so that nobody can choose their own id. */
function joiningAs({ browser }: BrowserSession, identityId: string): string {
  return `sign-up ${browser}.${identityId}`
}

function inWords(check: () => void): void {
  try {
    check()
  } catch (error) {
    inSentences(error)
  }
}

/** Rethrows field errors in the words of the page. @throws VALIDATION_ERROR */
function inSentences(error: unknown): never {
  const { errors } = fieldErrors(error, SIGN_UP_LABELS)
  const { details } = (error as DomainError).extensions
  throw new DomainError('VALIDATION_ERROR', Object.values(errors).join(' '), details)
}

export async function showFirstCodes(browserSession: BrowserSession): Promise<void> {
  requireFresh(browserSession)
  const { csrf, ctx, res, signedIn } = browserSession
  const { count } = await findRecoveryCodes(ctx, signedIn.identity.id)
  const onwards = laterDestination(browserSession)
  if (count > 0) res.redirect(303, onwards)
  else {
    const action = samePage(browserSession, '/sign-up/recovery-codes')
    sendPage(res, firstCodesPage({ action, csrf, account: signedIn.identity, onwards }))
  }
}

export async function submitFirstCodes(browserSession: BrowserSession): Promise<void> {
  await readForm(browserSession)
  requireFresh(browserSession)
  const { ctx, res, signedIn } = browserSession
  const onwards = laterDestination(browserSession)
  const codes = await createFirstRecoveryCodes(ctx, signedIn.session)
  sendPage(res, newCodesPage({ codes, account: signedIn.identity, onwards }))
}

/** Throws unless a passkey has just signed somebody in. @throws INSUFFICIENT_PERMISSIONS */
function requireFresh(
  browserSession: BrowserSession,
): asserts browserSession is SignedInBrowserSession {
  requireSignIn(browserSession)
  const { method, signedInAt } = browserSession.signedIn.session
  const isRecent = isRecentSignIn(signedInAt.getTime(), browserSession.ctx.now())
  if (method === 'passkey' && isRecent) return
  throw forbidden('Make recovery codes on your account page.', { reason: 'recent_sign_in' })
}
