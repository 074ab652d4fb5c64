// The pages where a person enters the code of a device and decides about its access (RFC 8628, section 3.3).
import {
  decideDevice,
  findPendingDevice,
  type PendingDevice,
} from '../../domain/authorization/device-authorization.ts'
import { readUserCode, shownUserCode } from '../../domain/authorization/user-code.ts'
import { checkGuess } from '../../domain/secrets/attempt-throttle.ts'
import { lockPersonForKeyShare, lockSessionForShare } from '../../domain/sessions/session.ts'
import type { RequestToCheck } from '../../oauth/checks/check.ts'
import { runChecks, type Passed } from '../../oauth/checks/run-checks.ts'
import { queryParameters, type Parameters } from '../../oauth/parameters.ts'
import { sectionUrl } from '../account/account-groups.ts'
import { userCodeBuckets } from '../attempts.ts'
import {
  outOfDateText,
  readFormOrOutOfDate,
  type BrowserSession,
  type PageHandler,
  type SignedInBrowserSession,
} from '../browser-session.ts'
import { pageUrl } from '../destination.ts'
import { noticePage, type NoticeProps } from '../notice-page.ts'
import type { PageResponse } from '../page.ts'
import { OWN_ACCOUNT } from '../page-paths.ts'
import { responseTo } from './client-response.ts'
import { consentScopes } from './consent.ts'
import { deviceCodePage, deviceConsentPage, type DeviceCodeProps } from './device-page.ts'

type DeviceRequest = RequestToCheck & BrowserSession

/** GET: prefills a code from the URL, without looking it up before the person has confirmed it. */
export const showDevicePage: PageHandler = (browserSession) => {
  const typed = queryParameters(browserSession.req).get('user_code') ?? ''
  return ifChecked('device page', browserSession, typed, async (checked) =>
    codePage(checked, typed),
  )
}

/** POST: takes the code, and shows the page that asks for the decision. */
export const submitUserCode = deviceForm(async (browserSession, typed, device) => {
  const { csrf, ctx, server, signedIn } = browserSession
  if (!device) {
    const error = 'No device is waiting with this code. Look at its screen again.'
    return { page: codePage(browserSession, typed, { error }), status: 400 }
  }
  return deviceConsentPage({
    action: `${server.issuer}/device/decision`,
    switchAction: pageUrl(server, '/consent/switch', backToDevice(typed)),
    csrf,
    userCode: shownCode(typed),
    device,
    scopes: await consentScopes(ctx, signedIn.identity.id, { names: device.scopes, allowed: [] }),
    account: signedIn.identity,
    now: ctx.now(),
  })
})

/** POST: takes the decision about the device. */
export const submitDeviceDecision = deviceForm(async (browserSession, typed, device, form) => {
  const decision = form.get('decision') === 'allow' ? 'allowed' : 'denied'
  const isDecided = device !== undefined && (await decide(browserSession, typed, decision))
  return isDecided
    ? noticePage(OUTCOMES[decision])
    : { page: noticePage(OUTCOMES.late), status: 400 }
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

/** A form with a code, for signed-in people. Wrong codes are counted, and a form of an earlier sign-in is shown again. */
function deviceForm(
  response: (
    browserSession: Passed<DeviceRequest, 'device form'>,
    typed: string,
    device: PendingDevice | undefined,
    form: Parameters,
  ) => Promise<PageResponse>,
): PageHandler {
  return async (browserSession) => {
    const { ctx, server } = browserSession
    const { form, isOutOfDate } = await readFormOrOutOfDate(browserSession)
    const typed = form.get('user_code') ?? ''
    if (isOutOfDate) {
      return ifChecked('device page', browserSession, typed, async (checked) => {
        const notice = outOfDateText(checked)
        return { page: codePage(checked, typed, { notice }), status: 403 }
      })
    }
    return ifChecked('device form', browserSession, typed, async (checked) => {
      const find = () => findPendingDevice(ctx, server.secret, typed)
      const device = await checkGuess(ctx, userCodeBuckets(checked), find)
      return response(checked, typed, device, form)
    })
  }
}

/** Responds to a request that passes the checks of the step; otherwise leads to the page that the person must pass. */
async function ifChecked<S extends 'device page' | 'device form'>(
  step: S,
  browserSession: BrowserSession,
  typed: string,
  response: (checked: Passed<DeviceRequest, S>) => Promise<PageResponse>,
): Promise<PageResponse> {
  const sent = backToDevice(typed)
  const checked = await runChecks(step, { ...browserSession, authorization: ANY_SIGN_IN, sent })
  if (typeof checked === 'string') return responseTo(browserSession, checked, sent)
  return response(checked)
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
  const action = `${server.issuer}/device`
  const account = signedIn.identity
  return deviceCodePage({ action, csrf, userCode: shownCode(typed), account, ...shown })
}
