// Reserved usernames, which look like the system, its operators, or somebody whose name is hidden. Existing
// ones stay.
import { SIBLINGS } from './service-tasks.ts'

/** Operators of a system, and their mailboxes (RFC 2142). */
const OPERATORS = [
  'abuse',
  'admin',
  'administration',
  'administrator',
  'billing',
  'contact',
  'help',
  'helpdesk',
  'hostmaster',
  'info',
  'mod',
  'moderator',
  'noc',
  'noreply',
  'official',
  'operator',
  'owner',
  'postmaster',
  'privacy',
  'root',
  'security',
  'service',
  'staff',
  'superuser',
  'support',
  'sysadmin',
  'system',
  'team',
  'webmaster',
]

/** The ecosystem and its services, whose names appear beside people's. */
const SERVICES = ['ecosystem', 'id', 'identity', ...SIBLINGS, 'router']

/** Words that mean somebody else or nobody, and parts of URLs. */
const PLACEHOLDERS = [
  'account',
  'anonymous',
  'api',
  'everybody',
  'everyone',
  'graphql',
  'login',
  'null',
  'oauth',
  'someonewholeft',
  'undefined',
  'www',
]

const RESERVED = new Set([...OPERATORS, ...SERVICES, ...PLACEHOLDERS])

/** Words that a password must not consist of, in addition to the person's own. */
export const SYSTEM_WORDS: readonly string[] = SERVICES

/** The beginnings of hidden names (`neutralName`) and of names of people who left, without the underscore. */
const NEUTRAL = /^(person[0-9a-hjkmnp-tv-z]{10}|left[0-9a-f]{16})$/

/** True for a reserved name, ignoring underscores. */
export function isReservedUsername(username: string): boolean {
  return isReserved(username.replaceAll('_', ''))
}

function isReserved(letters: string): boolean {
  return RESERVED.has(letters) || NEUTRAL.test(letters)
}

/** The same for a display name: of its letters and digits, without a leading “the”. */
export function isReservedName(displayName: string): boolean {
  const letters = displayName
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
  return isReserved(letters) || isReserved(letters.replace(/^the/, ''))
}
