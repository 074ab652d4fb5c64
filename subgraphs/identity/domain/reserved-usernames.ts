// Reserved usernames, which look like the system, its operators, or somebody whose name is hidden. Existing
// ones stay.
import { skeleton } from '#foundation/names/skeleton.ts'
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

export const RESERVED_WORDS: readonly string[] = [...OPERATORS, ...SERVICES, ...PLACEHOLDERS]

/** By what they look like. Made when it is first needed. */
let reservedLooks: ReadonlySet<string> | undefined

/** Words that a password must not consist of, in addition to the person's own. */
export const SYSTEM_WORDS: readonly string[] = SERVICES

/** The beginnings of hidden names (`neutralName`) and of names of people who left, without the underscore. */
const NEUTRAL = /^(person[0-9a-hjkmnp-tv-z]{10}|left[0-9a-f]{16})$/

/**
 * True for a username or display name that is a reserved one or looks like it, by its letters and digits and without
 * a leading “the”. Capitals look like other characters than small letters, so both are compared, and so are the letters
 * without the signs around them.
 */
export function isReservedName(name: string): boolean {
  const texts = [name, name.normalize('NFKC')]
  return texts
    .flatMap((text) => [text, lettersOf(text)])
    .flatMap((text) => [text, text.toLowerCase()])
    .some(isReserved)
}

function isReserved(text: string): boolean {
  reservedLooks ??= new Set(RESERVED_WORDS.map(looksOf))
  const looks = looksOf(text)
  if (reservedLooks.has(looks) || reservedLooks.has(looks.replace(/^the/, ''))) return true
  return NEUTRAL.test(lettersOf(text).replaceAll(/\P{ASCII}/gu, skeleton))
}

/** The letters and digits that a reader sees, in small letters. A small l looks like a capital I. */
function looksOf(text: string): string {
  const small = skeleton(text).toLowerCase()
  return lettersOf(skeleton(small).toLowerCase()).replaceAll('i', 'l')
}

function lettersOf(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, '')
}
