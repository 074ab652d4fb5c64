// Signing up with a password or a passkey, which also signs the person in.
import { refuseIssues } from '#foundation/domain/bounds.ts'
import { DomainError } from '#foundation/domain/errors.ts'
import { newId } from '#foundation/domain/ids.ts'
import { logOutage } from '#foundation/telemetry/log/outage-log.ts'
import type { BegunSession } from '../../domain/sessions/session.ts'
import { rememberChallenge } from '../../domain/sign-in/passkey-challenge.ts'
import {
  joiningIssues,
  signUp,
  signUpWithPasskey,
  type NewProfile,
} from '../../domain/sign-in/sign-up.ts'
import { countForAddress } from '../../oauth/address-limit.ts'
import type { Parameters } from '../../oauth/parameters.ts'
import type { Identity, Session } from '../../tables.ts'
import { countChallenge } from '../attempts.ts'
import { formHandler, signIn, type BrowserSession } from '../browser-session.ts'
import {
  destination,
  pageInBetween,
  passkeyUrls,
  requestingClient,
  samePage,
} from '../destination.ts'
import { fieldErrors, usernameIn } from '../form.ts'
import { textOf, type ScriptBody } from '../script-call.ts'
import { creationOptions, registered } from '../sign-in-methods/passkey-creation.ts'
import { signUpPage, type SignUpField, type SignUpProps } from './sign-up-page.ts'

const AN_ADDRESS = { max: 20, windowMs: 3_600_000 }

/** The names of the fields in error messages. */
const LABELS: Record<SignUpField, string> = {
  username: 'The username',
  displayName: 'The display name',
  house: 'The house',
  archetype: 'The archetype',
  password: 'The password',
}

export const showSignUp = (browserSession: BrowserSession) => renderSignUp(browserSession, {})

export const submitSignUp = formHandler(
  async (browserSession, form) => {
    // Validates the app's request first: an invalid one is refused before the person signs up.
    await requestingClient(browserSession)
    await countSignUp(browserSession)
    const values = valuesIn(form)
    const person = { ...values, password: form.get('password') ?? '' }
    const joined = await signUp(browserSession.ctx, person).catch((error: unknown) =>
      fieldErrors(error, LABELS),
    )
    if ('errors' in joined) {
      const shown = { values, errors: joined.errors }
      return { page: await renderSignUp(browserSession, shown), status: 400 }
    }
    const session = await signInJoined(browserSession, joined, 'password')
    return {
      to: session ? destination(browserSession, session) : samePage(browserSession, '/sign-in'),
    }
  },
  (browserSession, form, error) => renderSignUp(browserSession, { values: valuesIn(form), error }),
)

const valuesIn = (form: Parameters): NewProfile => ({
  username: usernameIn(form),
  displayName: (form.get('displayName') ?? '').trim(),
  house: form.get('house') ?? '',
  archetype: form.get('archetype') ?? '',
})

/**
 * Signs in somebody who has just joined; undefined if the database fails now. An error would hide that the account
 * exists, and that the person can sign in to it.
 */
async function signInJoined(
  browserSession: BrowserSession,
  joined: Pick<Identity, 'id'>,
  method: Session['method'],
): Promise<BegunSession | undefined> {
  try {
    return await signIn(browserSession, joined, method)
  } catch (error) {
    if (!(error instanceof DomainError) || error.extensions.code !== 'INTERNAL_ERROR') throw error
    logOutage(error, browserSession.req.log)
    return undefined
  }
}

/** Counts a sign-up for the network address. @throws RATE_LIMIT_EXCEEDED */
function countSignUp(browserSession: BrowserSession): Promise<void> {
  return countForAddress(browserSession, 'sign-up', AN_ADDRESS)
}

async function renderSignUp(
  browserSession: BrowserSession,
  shown: Pick<SignUpProps, 'values' | 'errors' | 'error'>,
): Promise<string> {
  // Refuses an invalid request of an app.
  await requestingClient(browserSession)
  return signUpPage({
    action: samePage(browserSession, '/sign-up'),
    csrf: browserSession.csrf,
    signInUrl: samePage(browserSession, '/sign-in'),
    passkey: passkeyUrls(browserSession, '/sign-up'),
    ...shown,
  })
}

/** The options for creating a passkey. They contain a new id, which nobody has until the passkey comes back. */
export async function passkeySignUpOptions(browserSession: BrowserSession, body: ScriptBody) {
  await requestingClient(browserSession)
  await countChallenge(browserSession, 'passkey')
  const person = personIn(body)
  try {
    refuseIssues(joiningIssues(person))
  } catch (error) {
    inSentences(error)
  }
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

const personIn = (body: ScriptBody): NewProfile => ({
  username: textOf(body, 'username').trim().toLowerCase(),
  displayName: textOf(body, 'displayName').trim(),
  house: textOf(body, 'house'),
  archetype: textOf(body, 'archetype'),
})

/** The requester of the challenge: this browser and id, so that nobody can choose their own id. */
function joiningAs({ browser }: BrowserSession, identityId: string): string {
  return `sign-up ${browser}.${identityId}`
}

/** Rethrows field errors in the words of the page. @throws VALIDATION_ERROR */
function inSentences(error: unknown): never {
  const { errors } = fieldErrors(error, LABELS)
  const { details } = (error as DomainError).extensions
  throw new DomainError('VALIDATION_ERROR', Object.values(errors).join(' '), details)
}
