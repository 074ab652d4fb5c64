// Every page, with hostile text wherever somebody may have typed it.
import { administratorsPage } from '../pages/console/administrators.ts'
import { auditPage } from '../pages/console/audit.ts'
import { clientPage, clientsPage, newClientPage } from '../pages/console/clients-page.ts'
import { confirmPage, secretPage } from '../pages/console/console-page.ts'
import { keysPage } from '../pages/console/keys.ts'
import { peoplePage } from '../pages/console/people.ts'
import { personPage } from '../pages/console/person.ts'
import { accountPage } from '../pages/account/account-page.ts'
import type { AccountProps } from '../pages/account/account-props.ts'
import { claimAddressPage } from '../pages/claim/claim-address.ts'
import { claimPage, type ClaimProps } from '../pages/claim/claim-page.ts'
import { consentPage, type ConsentProps } from '../pages/authorization/consent.ts'
import { devMailPage } from '../pages/dev-mail.ts'
import { totpPage } from '../pages/sign-in-methods/totp.ts'
import { otherAccountPage, verificationPage } from '../pages/sign-in-methods/email.ts'
import { noticePage } from '../pages/notice-page.ts'
import { confirmationPage, type ConfirmationProps } from '../pages/sign-in/confirmation-page.ts'
import { newPasswordPage } from '../pages/recovery/new-password.ts'
import { notMePage } from '../pages/recovery/not-me.ts'
import { recoveryCodePage, recoveryPage } from '../pages/recovery/recovery.ts'
import { newCodesPage } from '../pages/sign-in-methods/recovery-codes.ts'
import { SCOPE_WORDS } from '../pages/authorization/scope-words.ts'
import { secondFactorPage } from '../pages/sign-in/second-factor.ts'
import { signInPage, type SignInProps } from '../pages/sign-in/sign-in.ts'
import { signUpPage, type SignUpProps } from '../pages/sign-in/sign-up-page.ts'

export const HOSTILE = `"'><script>alert(1)</script><img src=x onerror=alert(1)>\` style="x" &lt;`
export const NOW = new Date('2026-03-12T12:00:00Z')
export const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000)

const client = { name: HOSTILE, redirectHost: HOSTILE }
const passkey = { challengeUrl: `/passkey?${HOSTILE}`, verifyUrl: `/passkey?${HOSTILE}` }
const wallet = { challengeUrl: `/wallet?${HOSTILE}`, verifyUrl: `/wallet?${HOSTILE}` }

export const signIn: SignInProps = {
  action: `/sign-in?${HOSTILE}`,
  csrf: HOSTILE,
  client,
  username: HOSTILE,
  error: HOSTILE,
  signUpUrl: `/sign-up?${HOSTILE}`,
  passkey,
  wallet,
}
export const signUp: SignUpProps = {
  action: HOSTILE,
  csrf: HOSTILE,
  signInUrl: HOSTILE,
  passkey,
  values: { username: HOSTILE, displayName: HOSTILE, house: HOSTILE, archetype: HOSTILE },
  errors: { username: HOSTILE, displayName: HOSTILE, house: HOSTILE, password: HOSTILE },
}
export const consent: ConsentProps = {
  action: HOSTILE,
  switchAction: HOSTILE,
  csrf: HOSTILE,
  client,
  scopes: [
    { name: 'identity', words: SCOPE_WORDS.identity, isNew: false },
    { name: HOSTILE, words: HOSTILE, isNew: true },
  ],
  account: { displayName: HOSTILE, username: HOSTILE, house: HOSTILE },
}
/** A refused form, with hostile text in every field. */
const SENT = new Map(
  ['displayName', 'archetype', 'bio', 'username', 'email', 'scrolls'].map((name) => [
    name,
    HOSTILE,
  ]),
)
const session = {
  id: HOSTILE,
  method: 'wallet' as const,
  methods: ['pop'],
  userAgent: HOSTILE,
  address: HOSTILE,
  signedInAt: minutesAgo(90),
  lastSeenAt: NOW,
  isCurrent: true,
}
export const account = {
  csrf: HOSTILE,
  now: NOW,
  profile: {
    avatar: HOSTILE,
    username: HOSTILE,
    displayName: HOSTILE,
    house: HOSTILE,
    archetype: HOSTILE,
    bio: HOSTILE,
    level: 3,
    xp: 450,
    usernameChangeableAt: undefined,
    xpToNextLevel: 150,
  },
  email: { address: HOSTILE, verifiedAt: NOW },
  unverifiedEmail: HOSTILE,
  offersMail: true,
  export: {
    askedAt: minutesAgo(90),
    readyAt: minutesAgo(80),
    expiresAt: NOW,
    availableAt: undefined,
  },
  deletion: undefined,
  needsPassword: true,
  hasPassword: true,
  totp: { confirmedAt: NOW },
  requiresPasskey: true,
  isAdministrator: false,
  recoveryCodes: { count: 9, createdAt: new Date(0) },
  steppedUp: false,
  passkeys: [{ id: HOSTILE, name: HOSTILE, createdAt: NOW, lastUsedAt: null }],
  wallets: [{ id: HOSTILE, address: HOSTILE, chainId: 1, linkedAt: NOW, signsIn: true }],
  sessions: [session, { ...session, isCurrent: false }],
  apps: [{ clientId: HOSTILE, name: HOSTILE, scopes: ['identity'], givenAt: NOW }],
  notices: { apps: { kind: 'error', text: HOSTILE }, wallets: { kind: 'done', text: HOSTILE } },
  errors: {
    displayName: HOSTILE,
    archetype: HOSTILE,
    bio: HOSTILE,
    username: HOSTILE,
    email: HOSTILE,
    currentPassword: HOSTILE,
    newPassword: HOSTILE,
  },
  sentIn: () => SENT,
} satisfies Record<keyof AccountProps, unknown> as unknown as AccountProps

const confirmation: ConfirmationProps = {
  csrf: HOSTILE,
  account: { displayName: HOSTILE, username: HOSTILE, house: HOSTILE },
  next: { purpose: 'wallets', back: HOSTILE },
  signInUrl: HOSTILE,
  passwordAction: HOSTILE,
  asksCode: true,
  mailHelps: true,
  passkey,
  wallet: { challengeUrl: HOSTILE, verifyUrl: HOSTILE },
  errors: { password: HOSTILE, code: HOSTILE },
}
const flow: ConfirmationProps['next'] = {
  client: { name: HOSTILE, redirectHost: HOSTILE },
  switchAction: HOSTILE,
}

const claim: ClaimProps = {
  csrf: HOSTILE,
  claim: {
    address: HOSTILE,
    causedAt: NOW,
    claimedAt: NOW,
    opensAt: NOW,
    disputedAt: null,
    contested: false,
    role: 'claimant',
    account: { username: HOSTILE, house: HOSTILE },
  },
  proofs: { password: true, passkey: true, wallet: true, app: true, recoveryCodes: true },
  isUnopposed: false,
  action: HOSTILE,
  openAction: HOSTILE,
  disputeAction: HOSTILE,
  passkey,
  wallet: { challengeUrl: HOSTILE, verifyUrl: HOSTILE },
  errors: { password: HOSTILE, code: HOSTILE },
}
const recovering = {
  action: HOSTILE,
  csrf: HOSTILE,
  token: HOSTILE,
  account: { username: HOSTILE, house: HOSTILE },
}
const secondFactor = {
  action: HOSTILE,
  csrf: HOSTILE,
  client,
  account: { username: HOSTILE, house: HOSTILE },
  totp: true,
  passkey,
  backUrl: HOSTILE,
  errors: { code: HOSTILE, recoveryCode: HOSTILE },
}
const newApp = {
  secret: { text: HOSTILE, uri: 'otpauth://totp/a?secret=b' },
  qr: { size: 29, path: HOSTILE },
}
const devMail = {
  id: 'mail_1',
  email: { subject: HOSTILE, text: `${HOSTILE} https://a/${HOSTILE}` },
}

const consoled = { csrf: HOSTILE, now: NOW, notice: { kind: 'done', text: HOSTILE } } as const
const personItem = {
  id: HOSTILE,
  username: HOSTILE,
  displayName: HOSTILE,
  avatar: HOSTILE,
  createdAt: NOW,
  disabledAt: NOW,
  role: 'admin' as const,
}
const event = {
  at: NOW,
  kind: HOSTILE,
  identityId: HOSTILE,
  clientId: HOSTILE,
  address: HOSTILE,
  requestId: HOSTILE,
  details: { [HOSTILE]: HOSTILE, list: [HOSTILE], deep: { [HOSTILE]: HOSTILE } },
}
const clientItem = {
  id: HOSTILE,
  name: HOSTILE,
  kind: 'confidential' as const,
  createdAt: NOW,
  disabledAt: null,
  hasKeys: false,
}
const clientFields = {
  scopes: [{ name: HOSTILE, words: HOSTILE }],
  machineScopes: [{ name: HOSTILE, words: HOSTILE }],
  values: {
    name: HOSTILE,
    kind: 'confidential' as const,
    redirectUris: HOSTILE,
    scopes: [HOSTILE],
    deviceFlow: true,
    machineScopes: [HOSTILE],
    jwks: HOSTILE,
    backchannelLogoutUri: HOSTILE,
    idTokenSignedResponseAlg: HOSTILE,
    tier: 'partner' as const,
  },
  errors: {
    name: HOSTILE,
    redirectUris: HOSTILE,
    scopes: HOSTILE,
    machineScopes: HOSTILE,
    jwks: HOSTILE,
    backchannelLogoutUri: HOSTILE,
  },
}
const CONSOLE: [string, string][] = [
  [
    'people',
    peoplePage({
      ...consoled,
      people: [personItem],
      looked: HOSTILE,
      error: HOSTILE,
      next: HOSTILE,
    }),
  ],
  [
    'person',
    personPage({
      ...consoled,
      person: { ...personItem, house: HOSTILE, archetype: HOSTILE, level: 1, xp: 1 },
      state: 'locked',
      deletionDueAt: NOW,
      email: HOSTILE,
      factors: { password: true, totp: true, passkeys: 1, recoveryCodes: 1, twoStep: true },
      wallets: [{ address: HOSTILE, signsIn: false }],
      sessions: [session],
      grants: [{ clientId: HOSTILE, scopes: [HOSTILE], createdAt: NOW }],
      events: [event],
      names: new Map([[HOSTILE, HOSTILE]]),
    }),
  ],
  [
    'question',
    confirmPage({
      ...consoled,
      part: 'people',
      title: HOSTILE,
      text: HOSTILE,
      action: HOSTILE,
      button: HOSTILE,
      back: HOSTILE,
      asksReason: true,
      username: HOSTILE,
      reason: HOSTILE,
      errors: { reason: HOSTILE, username: HOSTILE },
    }),
  ],
  [
    'clients',
    clientsPage({ ...consoled, clients: [clientItem], searched: HOSTILE, next: HOSTILE }),
  ],
  ['client', clientPage({ ...consoled, ...clientFields, client: clientItem, shown: HOSTILE })],
  ['new client', newClientPage({ ...consoled, ...clientFields })],
  [
    'secret',
    secretPage({
      ...consoled,
      part: 'keys',
      title: HOSTILE,
      text: HOSTILE,
      values: [[HOSTILE, HOSTILE]],
      back: HOSTILE,
    }),
  ],
  [
    'keys',
    keysPage({
      ...consoled,
      signingKeys: [{ kid: HOSTILE, algorithm: HOSTILE, state: HOSTILE }],
      adminKeys: [{ id: HOSTILE, name: HOSTILE, createdAt: NOW, revokedAt: null }],
      name: HOSTILE,
      error: HOSTILE,
    }),
  ],
  [
    'audit',
    auditPage({
      ...consoled,
      events: [event],
      names: new Map([[HOSTILE, HOSTILE]]),
      kinds: [HOSTILE],
      person: HOSTILE,
      app: HOSTILE,
      kind: HOSTILE,
      error: HOSTILE,
      next: HOSTILE,
    }),
  ],
  [
    'administrators',
    administratorsPage({ ...consoled, people: [personItem], username: HOSTILE, error: HOSTILE }),
  ],
]

export const PAGES: [string, string][] = [
  ...CONSOLE,
  ['sign-in', signInPage(signIn)],
  ['sign-up', signUpPage(signUp)],
  ['consent', consentPage(consent)],
  ['account', accountPage(account, 'profile')],
  ['security', accountPage(account, 'security')],
  ['security, stepped up', accountPage({ ...account, steppedUp: true }, 'security')],
  ['devices', accountPage(account, 'devices')],
  ['recovery', recoveryPage({ csrf: HOSTILE }, { username: HOSTILE, error: HOSTILE })],
  [
    'recovery code',
    recoveryCodePage({ csrf: HOSTILE }, { username: HOSTILE, error: HOSTILE }, true),
  ],
  [
    'new password',
    newPasswordPage({
      ...recovering,
      ...account,
      keeping: SENT,
      account: { username: HOSTILE, displayName: HOSTILE, house: HOSTILE },
      app: { confirmedAt: NOW },
      othersStay: true,
      claimAddress: HOSTILE,
      claim: { address: HOSTILE, causedAt: NOW },
      error: HOSTILE,
    }),
  ],
  ['second factor', secondFactorPage(secondFactor)],
  ['second factor, passkeys alone', secondFactorPage({ ...secondFactor, totp: false })],
  ['authenticator app', totpPage({ ...recovering, ...newApp, error: HOSTILE })],
  ['disavowal', notMePage({ ...recovering, opens: true, needsPassword: false })],
  [
    'disavowal of an ended claim',
    notMePage({ ...recovering, opens: false, needsPassword: true, error: HOSTILE }),
  ],
  ['verification', verificationPage({ ...recovering, address: HOSTILE })],
  [
    'verification of another account',
    otherAccountPage({
      ...recovering,
      address: HOSTILE,
      switchAction: HOSTILE,
      reader: { username: HOSTILE },
    }),
  ],
  ['claim', claimPage(claim)],
  ['claim, for its holder', claimPage({ ...claim, claim: { ...claim.claim, role: 'holder' } })],
  ['claim, disputed', claimPage({ ...claim, claim: { ...claim.claim, disputedAt: NOW } })],
  ['claim, contested', claimPage({ ...claim, claim: { ...claim.claim, contested: true } })],
  ['claim, unopposed', claimPage({ ...claim, isUnopposed: true, errors: { code: HOSTILE } })],
  [
    'claim, proved',
    claimAddressPage({
      ...recovering,
      claim: { ...claim.claim, current: HOSTILE },
      error: HOSTILE,
    }),
  ],
  ['new codes', newCodesPage({ ...recovering, codes: [HOSTILE] })],
  ['mail', devMailPage([devMail], NOW)],
  ['confirmation', confirmationPage(confirmation)],
  ['confirmation for an app', confirmationPage({ ...confirmation, next: flow })],
  [
    'notice',
    noticePage({
      title: HOSTILE,
      text: HOSTILE,
      error: { code: HOSTILE, description: HOSTILE },
      links: [
        { href: HOSTILE, text: HOSTILE },
        { href: HOSTILE, text: HOSTILE },
      ],
    }),
  ],
]
