// What the pages of the account show.
import { avatarPath } from '../../domain/authorization/openid-claims.ts'
import { findDeparture } from '../../domain/departure/departure.ts'
import { findVerifiedEmailAddress } from '../../domain/email/email-address.ts'
import { findUnverifiedEmailAddress } from '../../domain/email/email-verification.ts'
import { listConnectedApps } from '../../domain/grants/consent.ts'
import { hidesAny } from '../../domain/moderation/moderation.ts'
import { xpToNextLevel } from '../../domain/people/profile.ts'
import { usernameChangeableAt } from '../../domain/people/username.ts'
import { exportableAt, findExport } from '../../domain/personal-data/export.ts'
import { findDeviceOwner } from '../../domain/sessions/known-device.ts'
import { findFactors } from '../../domain/sessions/second-factor.ts'
import { listSessions } from '../../domain/sessions/session.ts'
import { isSteppedUp } from '../../domain/sessions/step-up.ts'
import { listPasskeys } from '../../domain/sign-in/passkey.ts'
import { provedPassword } from '../../domain/sign-in/password-change.ts'
import { findRecoveryCodes } from '../../domain/sign-in/recovery-code.ts'
import { findTotp } from '../../domain/sign-in/totp-set-up.ts'
import { listWallets } from '../../domain/wallets/wallet.ts'
import type { Parameters } from '../../oauth/parameters.ts'
import type { Identity } from '../../tables.ts'
import { awaitAll } from '../await-all.ts'
import type { SignedInBrowserSession } from '../browser-session.ts'
import type { Notice } from '../form.ts'
import type { AccountSection } from './account-groups.ts'
import { asPerson } from './as-person.ts'

/** The result of the last form, and the input of a refused one. */
export interface AccountResult {
  /** Messages by section. */
  notices?: Partial<Record<AccountSection, Notice>> | undefined
  /** The errors by field. */
  errors?: Readonly<Record<string, string | undefined>> | undefined
  /** The refused form, and its section. */
  sent?: { section: AccountSection; form: Parameters }
}

/** The props of the account page and its sections. */
export type AccountProps = Awaited<ReturnType<typeof accountProps>>

export async function accountProps(
  browserSession: SignedInBrowserSession,
  { notices, errors = {}, sent }: AccountResult,
) {
  const { csrf, ctx, server, signedIn } = browserSession
  const { identity, session } = signedIn
  const { id } = identity
  const found = await awaitAll({
    passkeys: listPasskeys(ctx, id),
    wallets: listWallets(asPerson(browserSession), { first: 100 }).then((list) => list.page()),
    sessions: listSessions(ctx, id),
    apps: listConnectedApps(ctx, id),
    email: findVerifiedEmailAddress(ctx, id),
    /** An address to which a link was sent. */
    unverifiedEmail: findUnverifiedEmailAddress(ctx, id),
    recoveryCodes: findRecoveryCodes(ctx, id),
    export: findExport(ctx, id),
    /** The requested deletion of the account, if any. */
    deletion: findDeparture(ctx, id),
    /** The authenticator app; undefined without one. */
    totp: findTotp(ctx, id),
    factors: findFactors(ctx, id),
    device: findDeviceOwner(ctx, { id }),
    /** Whether sensitive actions are allowed now, without confirming first. */
    steppedUp: isSteppedUp(ctx, session),
  })
  const { device, export: copy, factors, wallets, ...shown } = found
  return {
    ...shown,
    csrf,
    now: ctx.now(),
    profile: {
      ...identity,
      avatar: avatarPath(id),
      xpToNextLevel: xpToNextLevel(identity),
      /** When the username may be changed again; undefined if now. */
      usernameChangeableAt: usernameChangeableAt(identity, ctx.now()),
    },
    wallets: wallets.nodes,
    sessions: shown.sessions.map((each) => ({ ...each, isCurrent: each.id === session.id })),
    /** The latest export, and when the next one can be requested; undefined if now. */
    export:
      copy && copy.expiresAt > ctx.now()
        ? { ...copy, availableAt: exportableAt(copy, ctx.now()) }
        : undefined,
    /** Whether mail is sent. Without it, addresses can be removed, but not verified. */
    offersMail: server.settings.mail !== undefined,
    /** Whether a change needs the current password; false after confirming with a passkey or a wallet. */
    needsPassword: provedPassword(session),
    hasPassword: device !== undefined,
    /** Whether sign-in requires a passkey after a password or a wallet. */
    requiresPasskey: factors.required,
    isAdministrator: identity.role === 'admin',
    notices: { ...hiddenNotice(identity), ...notices },
    errors,
    /** The refused form of a section, to be corrected. */
    sentIn: (section: AccountSection) => (sent?.section === section ? sent.form : undefined),
  }
}

/** Asks a person whose names are hidden to choose new ones. */
function hiddenNotice(identity: Identity): AccountResult['notices'] {
  if (!hidesAny(identity)) return {}
  const text = `An administrator has hidden your names from others: ${identity.namesHiddenReason} Choose another username, display name and bio.`
  return { username: { kind: 'error', text } }
}
