// The sentences for what a rule refuses: the `reason` of a VALIDATION_ERROR, and of INSUFFICIENT_PERMISSIONS.
import { dateAndTime } from '../components/text.ts'

/** `extensions.details` of an error, as the contract lists them. */
export interface Details {
  reason?: string
  field?: string
  issues?: readonly { field?: string; reason?: string }[]
  requiredScope?: string
  requiredLevel?: number
  level?: number
  retry?: boolean
  retryAfterSeconds?: number
  requestId?: string
  status?: string
  availableAt?: string
  limit?: number
  price?: number
  balance?: number
  xp?: number
  openings?: number
}

type Sentence = string | ((details: Details) => string)

const until = ({ availableAt }: Details) =>
  availableAt === undefined ? '' : ` You can do it again on ${dateAndTime(availableAt)}.`

export const RULES: Readonly<Record<string, Sentence>> = {
  ALREADY_COMPLETED: ({ status, ...details }) =>
    status ? `This has already been decided: ${status}.` : `You have done this.${until(details)}`,
  ALREADY_ISSUED: 'The person already has a credential of this kind.',
  USERNAME_TAKEN: 'Somebody has this username. Choose another one.',
  USERNAME_CHANGED_RECENTLY: (details) =>
    `You have changed your username in the last 30 days.${until(details)}`,
  WALLET_TAKEN: 'This wallet belongs to somebody else.',
  CHALLENGE_EXPIRED: 'The text to sign has expired. Begin again.',
  SIGNATURE_MISMATCH: 'Another wallet has signed. Choose the wallet that you want to link.',
  WALLET_LIMIT: ({ limit }) => `You can link ${limit} wallets. Unlink one first.`,
  PUBLIC_CLIENT: 'A public app has no secret.',
  CLIENT_DISABLED: 'The app is disabled.',
  CLIENT_HAS_KEYS: 'The app signs in with its keys, and has no secret.',
  ALREADY_VOTED: 'You have voted. A vote cannot be changed.',
  VOTING_CLOSED: 'Voting has ended.',
  INSUFFICIENT_GOLD: ({ price, balance }) =>
    price === undefined
      ? `There are only ${balance} gold.`
      : `It costs ${price} gold, and you have ${balance}.`,
  INSUFFICIENT_XP: ({ xp }) => `There are only ${xp} xp.`,
  SYSTEM_IDENTITY: 'This is the system itself, and no person.',
  LISTING_NOT_ACTIVE: 'It is no longer for sale.',
  OWN_LISTING: 'It is yours.',
  PRICE_CHANGED: ({ price }) => `The price has changed: it is ${price} gold now.`,
  ALREADY_LISTED: 'It is already for sale.',
  ROLE_CLOSED: 'All openings of this role are taken.',
  ROLE_OPEN: ({ openings }) => `The role is open, with ${openings} openings.`,
  LAST_ADMINISTRATOR: 'There must be another administrator first.',
  EXPORT_REQUESTED_RECENTLY: (details) => `You have asked for your data today.${until(details)}`,
  LAST_STEWARD: 'There must be another steward first.',
  STEWARD: 'A steward cannot be removed. Dismiss them as a steward first.',
  SCROLL_WITHDRAWN: 'The scroll has been withdrawn.',
  LESSON_LIMIT: ({ limit }) => `A course has at most ${limit} lessons.`,
  LAST_LESSON: 'A course needs a lesson. Add another one first.',
  KEY_ALREADY_USED: 'This has been done. Its result was shown once, and is not kept.',
  NUL_CHARACTER: 'The text contains a character that cannot be stored. Type it again.',
  ANSWER_TOO_LARGE: 'There is too much to show at once. Choose less.',
  CONNECTION_LIMIT: 'The app is open in too many tabs. Close one.',
}

export const PERMISSIONS: Readonly<Record<string, Sentence>> = {
  role: 'Only administrators may do this.',
  admin_key: 'This needs the key of an administrator.',
  no_identity: 'Only a person can do this.',
  signs_in: 'You sign in with this wallet. Unlink it on your account page.',
  service_token: 'Only the system itself may do this.',
  not_owner: 'It belongs to somebody else.',
  not_author: 'Only the author may do this.',
  not_steward: 'Only stewards may do this.',
  csrf: 'The request did not come from this app. Load the page again.',
}

/** The sentence of a table; undefined if it has none for that reason. */
export function sentenceOf(
  table: Readonly<Record<string, Sentence>>,
  details: Details,
): string | undefined {
  const sentence = table[details.reason ?? '']
  return typeof sentence === 'function' ? sentence(details) : sentence
}
