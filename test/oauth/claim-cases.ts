// Cases of two people who claim an account, as data: what each has, who acts first, and who has it in the end.

/** What the account can have besides a mailbox and a password. */
export type Factor = 'passkey' | 'wallet' | 'app' | 'codes'
export type Actor = 'owner' | 'thief'

export type Deed =
  /** Follows the "This was not me" link in the mail to the earlier address. */
  | 'claims'
  /** Follows the link in the first mail to the earlier address. */
  | 'claimsFirst'
  /** Follows the link in a mail to the account's address. */
  | 'reports'
  | 'password'
  | 'passkey'
  | 'wallet'
  | 'app'
  | 'code'
  | 'objects'
  /** Opens the account after waiting. */
  | 'opens'
  /** Requests a link by mail. */
  | 'resets'
  /** Uses a recovery code at `/recover/code`. */
  | 'recovers'
  /** Gets a code from an administrator. */
  | 'administrator'

/**
 * How somebody gets to the page of the claim: by their own link, by the mail about the claim, by signing in with
 * what they prove, or by the mail to an address that the owner had even earlier.
 */
export type Entry = 'link' | 'mail' | 'sign-in' | 'second mailbox'

export interface Step {
  by: Actor
  does: Deed
  /** The first of the link, the mail, and signing in with the password that there is, if left out. */
  entry?: Entry
  isRefused?: boolean
}

export interface Case {
  /** Who moved the account to another address; `undefined` if nobody did. */
  movedBy: Actor | undefined
  /** What else has changed since then. */
  changed: readonly ('password' | 'app' | 'codes')[]
  /** What the account had before, too long ago for mails about it. */
  had: readonly Factor[]
  /** Whether the owner had another address before the one that claims, which knows the account. */
  hasSecondMailbox?: boolean
  /** What changes just before the move, by the same person; the earlier address gets the notices. */
  justBefore?: readonly ('password' | 'passkey' | 'codes')[]
  thief: string
  owner: string
  /** `week` lets a week pass. */
  steps: readonly (Step | 'week')[]
  winner: Actor
}

const owner = (does: Deed): Step => ({ by: 'owner', does })
const thief = (does: Deed): Step => ({ by: 'thief', does })
const refused = (step: Step): Step => ({ ...step, isRefused: true })

const OWNER_MOVED = { movedBy: 'owner', changed: ['password'], had: [] } as const
const THIEF_MOVED = { movedBy: 'thief', changed: ['password'], had: [] } as const

export const CASES: readonly Case[] = [
  {
    ...OWNER_MOVED,
    had: ['passkey'],
    thief: 'the old mailbox',
    owner: 'the new mailbox, a passkey',
    steps: [thief('claims'), owner('passkey'), refused(thief('opens'))],
    winner: 'owner',
  },
  {
    ...OWNER_MOVED,
    had: ['passkey'],
    thief: 'the old mailbox, the old password',
    owner: 'the new mailbox, a passkey',
    steps: [thief('claims'), refused(thief('password')), owner('passkey')],
    winner: 'owner',
  },
  {
    ...OWNER_MOVED,
    had: ['wallet'],
    thief: 'the old mailbox',
    owner: 'the new mailbox, a wallet',
    steps: [thief('claims'), owner('wallet')],
    winner: 'owner',
  },
  {
    ...OWNER_MOVED,
    had: ['codes'],
    thief: 'the old mailbox',
    owner: 'recovery codes alone',
    steps: [thief('claims'), owner('recovers')],
    winner: 'owner',
  },
  {
    ...OWNER_MOVED,
    thief: 'the old mailbox',
    owner: 'the new mailbox, the new password',
    steps: [
      thief('claims'),
      refused(owner('password')),
      owner('objects'),
      'week',
      refused(thief('opens')),
      owner('administrator'),
    ],
    winner: 'owner',
  },
  {
    ...OWNER_MOVED,
    had: ['passkey'],
    thief: 'the old mailbox',
    owner: 'the new mailbox, a passkey, and is away for a week',
    steps: [thief('claims'), refused(thief('opens')), 'week', thief('opens')],
    winner: 'thief',
  },
  {
    ...OWNER_MOVED,
    changed: [],
    thief: 'the old mailbox, the password, which is the same',
    owner: 'the new mailbox, the password',
    steps: [thief('claims'), thief('password')],
    winner: 'thief',
  },
  {
    ...OWNER_MOVED,
    changed: [],
    thief: 'the old mailbox, the password, which is the same',
    owner: 'the new mailbox, the password',
    steps: [thief('claims'), owner('password'), refused(thief('password'))],
    winner: 'owner',
  },
  {
    ...OWNER_MOVED,
    changed: [],
    had: ['app'],
    thief: 'the old mailbox, the password, which is the same',
    owner: 'the new mailbox, an app with recovery codes',
    steps: [thief('claims'), thief('password'), owner('recovers')],
    winner: 'owner',
  },
  {
    ...OWNER_MOVED,
    had: ['app'],
    thief: 'the old mailbox, the phone with the app',
    owner: 'the new mailbox, the new password',
    steps: [thief('claims'), thief('app')],
    winner: 'thief',
  },
  {
    ...OWNER_MOVED,
    changed: ['password', 'app'],
    had: ['passkey', 'app'],
    thief: 'the old mailbox, the phone with the app, which the owner has removed',
    owner: 'the new mailbox, a passkey',
    steps: [thief('claims'), refused(thief('app')), owner('passkey')],
    winner: 'owner',
  },
  {
    ...OWNER_MOVED,
    had: ['codes'],
    thief: 'the old mailbox, a recovery code',
    owner: 'the new mailbox, the new password',
    steps: [thief('claims'), thief('code')],
    winner: 'thief',
  },
  {
    ...OWNER_MOVED,
    changed: ['password', 'codes'],
    had: ['passkey', 'codes'],
    thief: 'the old mailbox, a recovery code, which the owner has replaced',
    owner: 'the new mailbox, a passkey',
    steps: [thief('claims'), refused(thief('code')), owner('passkey')],
    winner: 'owner',
  },
  {
    ...OWNER_MOVED,
    had: ['passkey'],
    justBefore: ['codes'],
    thief: 'the old mailbox with several mails',
    owner: 'the new mailbox, a passkey',
    steps: [thief('claims'), owner('passkey'), refused(thief('claimsFirst'))],
    winner: 'owner',
  },
  {
    ...OWNER_MOVED,
    had: ['passkey'],
    justBefore: ['codes'],
    thief: 'the old mailbox with several mails',
    owner: 'the new mailbox, a passkey',
    steps: [thief('claimsFirst'), owner('passkey'), refused(thief('claims'))],
    winner: 'owner',
  },
  {
    ...OWNER_MOVED,
    justBefore: ['passkey'],
    thief: 'the old mailbox, which was told of the passkey',
    owner: 'the new mailbox, a passkey of just before the move',
    steps: [
      thief('claimsFirst'),
      refused(owner('passkey')),
      owner('objects'),
      owner('administrator'),
    ],
    winner: 'owner',
  },
  {
    ...OWNER_MOVED,
    justBefore: ['passkey'],
    thief: 'the old mailbox, which was told of the passkey',
    owner: 'the new mailbox, a passkey of just before the move',
    steps: [thief('claims'), refused(owner('passkey')), 'week', thief('opens')],
    winner: 'thief',
  },
  {
    ...THIEF_MOVED,
    changed: [],
    thief: 'the password',
    owner: 'the old mailbox, the password, which is the same',
    steps: [owner('claims'), owner('password'), refused(thief('password'))],
    winner: 'owner',
  },
  {
    ...THIEF_MOVED,
    changed: [],
    thief: 'the password',
    owner: 'the old mailbox, the password, which is the same',
    steps: [
      owner('claims'),
      { ...owner('password'), entry: 'sign-in' },
      refused(thief('password')),
    ],
    winner: 'owner',
  },
  {
    ...THIEF_MOVED,
    changed: [],
    thief: 'the password',
    owner: 'the old mailbox, the password, which is the same',
    steps: [
      owner('claims'),
      thief('password'),
      owner('claims'),
      refused(thief('password')),
      'week',
      owner('opens'),
    ],
    winner: 'owner',
  },
  {
    ...THIEF_MOVED,
    changed: [],
    justBefore: ['codes'],
    thief: 'recovery codes of just before the move',
    owner: 'the old mailbox',
    steps: [thief('recovers'), owner('claims'), 'week', owner('opens')],
    winner: 'owner',
  },
  {
    ...THIEF_MOVED,
    changed: [],
    thief: 'the password',
    owner: 'the old mailbox, the password, which is the same',
    steps: [thief('reports'), owner('claims'), owner('password')],
    winner: 'owner',
  },
  {
    ...THIEF_MOVED,
    thief: 'the new password',
    owner: 'the old mailbox',
    steps: [
      owner('claims'),
      refused(thief('password')),
      refused(thief('resets')),
      'week',
      owner('opens'),
    ],
    winner: 'owner',
  },
  {
    ...THIEF_MOVED,
    thief: 'the new password',
    owner: 'the old mailbox',
    steps: [
      owner('claims'),
      thief('objects'),
      'week',
      refused(owner('opens')),
      owner('administrator'),
    ],
    winner: 'owner',
  },
  {
    ...THIEF_MOVED,
    had: ['wallet'],
    thief: 'the new password',
    owner: 'the old mailbox, a wallet',
    steps: [owner('claims'), thief('objects'), owner('wallet')],
    winner: 'owner',
  },
  {
    ...THIEF_MOVED,
    had: ['codes'],
    thief: 'the new password',
    owner: 'the old mailbox, a recovery code',
    steps: [owner('claims'), owner('code')],
    winner: 'owner',
  },
  {
    ...THIEF_MOVED,
    changed: [],
    justBefore: ['password'],
    thief: 'a password of just before the move',
    owner: 'the old mailbox',
    steps: [owner('claims'), refused(thief('password')), 'week', owner('opens')],
    winner: 'owner',
  },
  {
    ...THIEF_MOVED,
    changed: [],
    justBefore: ['password'],
    thief: 'a password of just before the move',
    owner: 'the old mailbox',
    steps: [owner('claimsFirst'), refused(thief('password')), 'week', owner('opens')],
    winner: 'owner',
  },
  {
    ...THIEF_MOVED,
    changed: [],
    justBefore: ['passkey'],
    thief: 'a passkey of just before the move, the password',
    owner: 'the old mailbox, the password, which is the same',
    steps: [owner('claims'), refused(thief('passkey')), owner('password')],
    winner: 'owner',
  },
  {
    ...THIEF_MOVED,
    justBefore: ['codes'],
    thief: 'recovery codes of just before the move, the new password',
    owner: 'the old mailbox',
    steps: [
      owner('claims'),
      refused(thief('code')),
      refused(thief('recovers')),
      'week',
      owner('opens'),
    ],
    winner: 'owner',
  },
  {
    movedBy: undefined,
    changed: [],
    had: [],
    thief: 'the mailbox',
    owner: 'the password',
    steps: [thief('resets')],
    winner: 'thief',
  },
  {
    movedBy: undefined,
    changed: [],
    had: ['codes'],
    thief: 'the mailbox',
    owner: 'the password, recovery codes older than a week',
    steps: [thief('resets'), owner('recovers')],
    winner: 'owner',
  },
  {
    movedBy: undefined,
    changed: [],
    had: ['app'],
    thief: 'the mailbox',
    owner: 'the password, an app with recovery codes',
    steps: [thief('resets'), owner('recovers')],
    winner: 'owner',
  },
]
