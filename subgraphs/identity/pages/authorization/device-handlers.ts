// The pages where a person enters the code of a device and decides about its access (RFC 8628, section 3.3).
import { checkGuess } from '../../domain/secrets/attempt-throttle.ts'
import {
  decideDevice,
  findPendingDevice,
  type PendingDevice,
} from '../../domain/authorization/device-authorization.ts'
import { lockPersonForKeyShare, lockSessionForShare } from '../../domain/sessions/session.ts'
import { readUserCode, shownUserCode } from '../../domain/authorization/user-code.ts'
import { deviceCodePage, deviceConsentPage, type DeviceCodeProps } from './device-page.ts'
import { sectionUrl } from '../account/account-groups.ts'
import { noticePage, type NoticeProps } from '../notice-page.ts'
import { queryParameters, type Parameters } from '../../oauth/parameters.ts'
import { pageUrl } from '../page-url.ts'
import { userCodeBuckets } from '../attempts.ts'
import {
  outOfDateText,
  readFormOrOutOfDate,
  type BrowserSession,
  type PageHandler,
  type SignedInBrowserSession,
} from '../browser-session.ts'
import { runChecks, type Passed } from '../../oauth/checks/run-checks.ts'
import type { RequestToCheck } from '../../oauth/checks/check.ts'
import { sendBrowser } from './client-response.ts'
import { consentScopes } from './consent-scopes.ts'
import { sendPage } from '../page.ts'
import { OWN_ACCOUNT } from '../page-paths.ts'

type DeviceRequest = RequestToCheck & BrowserSession

/** GET: prefills a code from the URL, without looking it up before the person has confirmed it. */
export async function showDevicePage(browserSession: BrowserSession): Promise<void> {
  const typed = queryParameters(browserSession.req).get('user_code') ?? ''
  const signedIn = await checkedOrRedirected('device page', browserSession, typed)
  if (signedIn) sendPage(browserSession.res, codePage(signedIn, typed))
}

/** POST: takes the code, and shows the page that asks for the decision. */
export const submitUserCode = deviceForm(async (browserSession, typed, device) => {
  const { csrf, ctx, res, server, signedIn } = browserSession
  if (!device) {
    const error = 'No device is waiting with this code. Look at its screen again.'
    sendPage(res, codePage(browserSession, typed, { error }), 400)
    return
  }
  const page = deviceConsentPage({
    action: `${server.issuer}/device/decision`,
    switchAction: pageUrl(server, '/consent/switch', backToDevice(typed)),
    csrf,
    userCode: shownCode(typed),
    device,
    scopes: await consentScopes(ctx, signedIn.identity.id, { names: device.scopes, allowed: [] }),
    account: signedIn.identity,
    now: ctx.now(),
  })
  sendPage(res, page)
})

/** POST: takes the decision about the device. */
export const submitDeviceDecision = deviceForm(async (browserSession, typed, device, form) => {
  const { res } = browserSession
  const decision = form.get('decision') === 'allow' ? 'allowed' : 'denied'
  const isDecided = device !== undefined && (await decide(browserSession, typed, decision))
  const outcome = isDecided ? OUTCOMES[decision] : OUTCOMES.late
  sendPage(res, noticePage(outcome), isDecided ? 200 : 400)
})

const OUTCOMES: Readonly<Record<'allowed' | 'denied' | 'late', NoticeProps>> = {
  allowed: {
    title: 'Your device is connected',
    text: 'You can go back to your device. It will continue by itself.',
    links: [{ href: sectionUrl('apps'), text: 'See what is connected' }],
  },
  denied: {
    title: 'Denied',
    text: 'The device was not given access. You can close this page.',
    links: [{ href: '/device', text: 'Connect another device' }, OWN_ACCOUNT],
  },
  late: {
    title: 'This code no longer works',
    text: 'It was used or has expired. Ask for a new one on the device.',
    links: [{ href: '/device', text: 'Type the new code' }, OWN_ACCOUNT],
  },
}

/** Locks the session, so that a decision in a session that has just ended has no effect. */
async function decide(
  { ctx, server, signedIn: { identity, session } }: Passed<DeviceRequest, 'device form'>,
  typed: string,
  decision: 'allowed' | 'denied',
): Promise<boolean> {
  return ctx.db.transaction().execute(async (trx) => {
    await lockPersonForKeyShare(trx, identity.id)
    if (!(await lockSessionForShare(trx, session.id))) return false
    const { authenticatedAt: signedInAt, methods } = session
    const decided = { typed, decision, identityId: identity.id, signedInAt, methods }
    return decideDevice({ ...ctx, db: trx }, server.secret, decided)
  })
}

/** A form with a code, for signed-in people. Wrong codes are counted. */
function deviceForm(
  response: (
    browserSession: Passed<DeviceRequest, 'device form'>,
    typed: string,
    device: PendingDevice | undefined,
    form: Parameters,
  ) => Promise<void>,
): PageHandler {
  return async (browserSession) => {
    const { ctx, server } = browserSession
    const { form, isOutOfDate } = await readFormOrOutOfDate(browserSession)
    const typed = form.get('user_code') ?? ''
    const checked = isOutOfDate
      ? await showAgain(browserSession, typed)
      : await checkedOrRedirected('device form', browserSession, typed)
    if (!checked) return
    const find = () => findPendingDevice(ctx, server.secret, typed)
    const device = await checkGuess(ctx, userCodeBuckets(checked), find)
    await response(checked, typed, device, form)
  }
}

/** Shows the form again after one from an earlier sign-in. */
async function showAgain(browserSession: BrowserSession, typed: string): Promise<undefined> {
  const page = await checkedOrRedirected('device page', browserSession, typed)
  if (page) sendPage(page.res, codePage(page, typed, { notice: outOfDateText(page) }), 403)
}

/** The request if it passes the checks of the step; otherwise redirects the browser and returns undefined. */
async function checkedOrRedirected<S extends 'device page' | 'device form'>(
  step: S,
  browserSession: BrowserSession,
  typed: string,
): Promise<Passed<DeviceRequest, S> | undefined> {
  const sent = backToDevice(typed)
  const checked = await runChecks(step, { ...browserSession, authorization: ANY_SIGN_IN, sent })
  if (typeof checked !== 'string') return checked
  sendBrowser(browserSession, checked, sent)
  return undefined
}

/** A device request has no parameters for authentication (RFC 8628, section 3.1). */
const ANY_SIGN_IN: RequestToCheck['authorization'] = {
  acrValues: [],
  idTokenHint: undefined,
  maxAge: undefined,
  prompts: [],
  scopes: [],
}

function backToDevice(typed: string): Parameters {
  const letters = readUserCode(typed)
  const code: [string, string][] =
    letters === undefined ? [] : [['user_code', shownUserCode(letters)]]
  return new Map([['to', 'device'], ...code])
}

function shownCode(typed: string): string {
  const letters = readUserCode(typed)
  return letters === undefined ? typed.slice(0, 20) : shownUserCode(letters)
}

function codePage(
  { csrf, server, signedIn }: SignedInBrowserSession,
  typed: string,
  shown: Pick<DeviceCodeProps, 'notice' | 'error'> = {},
): string {
  return deviceCodePage({
    action: `${server.issuer}/device`,
    csrf,
    userCode: shownCode(typed),
    account: signedIn.identity,
    ...shown,
  })
}
