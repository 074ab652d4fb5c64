// The pages of the account and the responses to its forms.
import { listConnectedApps } from '../../domain/grants/consent.ts'
import { findVerifiedEmailAddress } from '../../domain/email/email-address.ts'
import { findUnverifiedEmailAddress } from '../../domain/email/email-verification.ts'
import { ARCHETYPES } from '../../domain/people/houses.ts'
import { findDeviceOwner } from '../../domain/sessions/known-device.ts'
import { hidesAny } from '../../domain/moderation/moderation.ts'
import { avatarPath } from '../../domain/authorization/openid-claims.ts'
import { listPasskeys } from '../../domain/sign-in/passkey.ts'
import { xpToNextLevel } from '../../domain/people/profile.ts'
import { provedPassword } from '../../domain/sign-in/password-change.ts'
import { findRecoveryCodes } from '../../domain/sign-in/recovery-code.ts'
import { findFactors } from '../../domain/sessions/second-factor.ts'
import { listSessions } from '../../domain/sessions/session.ts'
import { isSteppedUp } from '../../domain/sessions/step-up.ts'
import { findTotp } from '../../domain/sign-in/totp-set-up.ts'
import { usernameChangeableAt } from '../../domain/people/username.ts'
import { listWallets } from '../../domain/wallets/wallet.ts'
import { accountPage } from './account-page.ts'
import { ACCOUNT_GROUPS, groupOf, type AccountGroupName } from './account-groups.ts'
import type { AccountProps, AccountSection } from './account-props.ts'
import { scopeWords } from '../authorization/scope-words.ts'
import type { Parameters } from '../../oauth/parameters.ts'
import { emailIn, usernameIn, type Change } from './account-forms.ts'
import type { Identity } from '../../tables.ts'
import { asPerson } from './as-person.ts'
import { signInFor } from '../destination.ts'
import { doneNotice } from './account-done.ts'
import { yourData } from './your-data-handlers.ts'
import { sendPage } from '../page.ts'
import { profileIn } from './change-profile.ts'
import { refusalIn } from './account-refusal.ts'
import {
  outOfDateText,
  readFormOrOutOfDate,
  type BrowserSession,
  type PageHandler,
  type SignedInBrowserSession,
} from '../browser-session.ts'

/** The pages of the account by path. */
export const ACCOUNT_PAGES = Object.fromEntries(
  (Object.keys(ACCOUNT_GROUPS) as AccountGroupName[]).map((group) => [
    ACCOUNT_GROUPS[group].path,
    (browserSession: BrowserSession) => showAccount(browserSession, group),
  ]),
)

async function showAccount(browserSession: BrowserSession, group: AccountGroupName): Promise<void> {
  const { res, signedIn } = browserSession
  if (!signedIn) {
    res.redirect(303, signInFor(browserSession))
    return
  }
  const person = { ...browserSession, signedIn }
  sendPage(res, await renderAccount(person, group, { notices: await doneNotice(person) }))
}

/** The form of a section: performs a change and redirects to the section. */
export function accountForm(section: AccountSection, change: Change): PageHandler {
  return async (browserSession) => {
    const { form, isOutOfDate } = await readFormOrOutOfDate(browserSession)
    const { res, server, signedIn } = browserSession
    if (!signedIn) {
      res.redirect(303, signInFor(browserSession))
      return
    }
    const person = { ...browserSession, signedIn }
    const showAgain = async (refusal: ShownAgain, status: number) => {
      const shown = { ...typedIn(section, form), ...refusal }
      sendPage(res, await renderAccount(person, groupOf(section), shown), status)
    }
    if (isOutOfDate) {
      const notice = { kind: 'error', text: outOfDateText(browserSession) } as const
      await showAgain({ notices: { [section]: notice } }, 403)
      return
    }
    const result = await change(person, form).catch((error: unknown) => refusalIn(section, error))
    if ('page' in result) sendPage(res, result.page)
    else if ('done' in result) res.redirect(303, `${server.issuer}${result.done}`)
    else await showAgain(result, 400)
  }
}

/** The input of a rejected form of the section, to show it again. */
function typedIn(section: AccountSection, form: Parameters): ShownAgain {
  if (section === 'profile') return { wantedProfile: profileIn(form) }
  if (section === 'username') return { wantedUsername: usernameIn(form) }
  if (section === 'email') return { wantedEmail: emailIn(form) }
  // The form that removes the password has no boxes to check.
  if (section === 'password' && form.has('newPassword')) return { keeping: form }
  return section === 'deletion' ? { wantedScrolls: form.get('scrolls') } : {}
}

type ShownAgain = Partial<AccountProps> & { wantedEmail?: string }

async function renderAccount(
  browserSession: SignedInBrowserSession,
  group: AccountGroupName,
  { notices, wantedEmail, ...shown }: ShownAgain,
): Promise<string> {
  const { csrf, ctx, signedIn } = browserSession
  const { identity, session } = signedIn
  const [
    passkeys,
    wallets,
    sessions,
    apps,
    verified,
    unverified,
    codes,
    data,
    totp,
    factors,
    owner,
    steppedUp,
  ] = await Promise.all([
    listPasskeys(ctx, identity.id),
    listWallets(asPerson(browserSession), { first: 100 }).then((list) => list.page()),
    listSessions(ctx, identity.id),
    listConnectedApps(ctx, identity.id),
    findVerifiedEmailAddress(ctx, identity.id),
    findUnverifiedEmailAddress(ctx, identity.id),
    findRecoveryCodes(ctx, identity.id),
    yourData(ctx, identity.id),
    findTotp(ctx, identity.id),
    findFactors(ctx, identity.id),
    findDeviceOwner(ctx, { id: identity.id }),
    isSteppedUp(ctx, session),
  ])
  const props: AccountProps = {
    csrf,
    now: ctx.now(),
    profile: {
      ...identity,
      avatar: avatarPath(identity.id),
      xpToNextLevel: xpToNextLevel(identity),
      usernameChangeableAt: usernameChangeableAt(identity, ctx.now()),
    },
    email: { verified: verified?.address, unverified, wanted: wantedEmail },
    offersMail: browserSession.server.settings.mail !== undefined,
    needsPassword: provedPassword(session),
    hasPassword: owner !== undefined,
    totp,
    asksPasskey: factors.asked,
    isAdministrator: identity.role === 'admin',
    recoveryCodes: codes,
    archetypes: ARCHETYPES,
    steppedUp,
    passkeys,
    wallets: wallets.nodes,
    sessions: sessions.map((each) => ({ ...each, isCurrent: each.id === session.id })),
    apps: apps.map(({ clientId, name, scopes, givenAt }) => ({
      id: clientId,
      name,
      since: givenAt,
      scopes: scopes.map((scope) => ({
        name: scope,
        words: scopeWords(scope),
      })),
    })),
    ...data,
    notices: { ...hiddenNotice(identity), ...notices },
    ...shown,
  }
  return accountPage(props, group)
}

/** Asks a person whose names are hidden to choose new ones. */
function hiddenNotice(identity: Identity): AccountProps['notices'] {
  if (!hidesAny(identity)) return {}
  const text = `An administrator has hidden your names from others: ${identity.namesHiddenReason} Choose another username, display name and bio.`
  return { username: { kind: 'error', text } }
}
