// Signing up, which also signs the person in.
import { DomainError } from '#foundation/domain/errors.ts'
import { logOutage } from '#foundation/telemetry/log/outage-log.ts'
import { ARCHETYPES, HOUSES } from '../../domain/people/houses.ts'
import type { BegunSession } from '../../domain/sessions/session.ts'
import { signUp } from '../../domain/sign-in/sign-up.ts'
import type { Identity, Session } from '../../tables.ts'
import { signUpPage, type SignUpField } from './sign-up-page.ts'
import { countForAddress } from '../../oauth/address-limit.ts'
import { destination, passkeyUrls, requestingClient, samePage } from '../destination.ts'
import { fieldErrors } from '../field-errors.ts'
import { sendPage } from '../page.ts'
import {
  outOfDateText,
  readFormOrOutOfDate,
  signIn,
  type BrowserSession,
} from '../browser-session.ts'

const AN_ADDRESS = { max: 20, windowMs: 3_600_000 }

/** The names of the fields in error messages. */
export const SIGN_UP_LABELS: Record<SignUpField, string> = {
  username: 'The username',
  displayName: 'The display name',
  house: 'The house',
  archetype: 'The archetype',
  password: 'The password',
}

export async function showSignUp(browserSession: BrowserSession): Promise<void> {
  sendPage(browserSession.res, await renderSignUp(browserSession, {}))
}

export async function submitSignUp(browserSession: BrowserSession): Promise<void> {
  const { ctx, res } = browserSession
  const { form, isOutOfDate } = await readFormOrOutOfDate(browserSession)
  const values = {
    username: (form.get('username') ?? '').trim().toLowerCase(),
    displayName: (form.get('displayName') ?? '').trim(),
    house: form.get('house') ?? '',
    archetype: form.get('archetype') ?? '',
  }
  if (isOutOfDate) {
    const shown = { values, error: outOfDateText(browserSession) }
    sendPage(res, await renderSignUp(browserSession, shown), 403)
    return
  }
  // Validates the app's request first: an invalid one is refused before the person signs up.
  await requestingClient(browserSession)
  await countSignUp(browserSession)
  const person = { ...values, password: form.get('password') ?? '' }
  const joined = await signUp(ctx, person).catch((error: unknown) =>
    fieldErrors(error, SIGN_UP_LABELS),
  )
  if (!('id' in joined)) {
    const shown = { values, errors: joined.errors }
    sendPage(res, await renderSignUp(browserSession, shown), 400)
    return
  }
  const session = await signInJoined(browserSession, joined, 'password')
  const onwards = session
    ? destination(browserSession, session)
    : samePage(browserSession, '/sign-in')
  res.redirect(303, onwards)
}

/**
 * Signs in somebody who has just joined; undefined if the database fails now. An error would hide that the account
 * exists, and that the person can sign in to it.
 */
export async function signInJoined(
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
export function countSignUp(browserSession: BrowserSession): Promise<void> {
  return countForAddress(browserSession, 'sign-up', AN_ADDRESS)
}

async function renderSignUp(
  browserSession: BrowserSession,
  shown: Pick<Parameters<typeof signUpPage>[0], 'values' | 'errors' | 'error'>,
): Promise<string> {
  return signUpPage({
    action: samePage(browserSession, '/sign-up'),
    csrf: browserSession.csrf,
    client: await requestingClient(browserSession),
    signInUrl: samePage(browserSession, '/sign-in'),
    passkey: passkeyUrls(browserSession, '/sign-up'),
    houses: HOUSES,
    archetypes: ARCHETYPES,
    ...shown,
  })
}
