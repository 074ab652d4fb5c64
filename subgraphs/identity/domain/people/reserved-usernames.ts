// Reserved usernames, which look like the system, its operators, or a neutral name. Existing ones stay.
import { skeleton } from '#foundation/names/skeleton.ts'
import { SERVICE_NAMES } from './service-names.generated.ts'

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

/** The ecosystem and its services, whose names appear next to people's. */
const SYSTEM = 'ecosystem'
const SERVICES = [SYSTEM, 'id', ...SERVICE_NAMES, 'router']

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

/** Words between reserved ones, which are not reserved alone. */
const BETWEEN = ['and', 'customer', 'of', 'the']

export const RESERVED_WORDS: readonly string[] = [...OPERATORS, ...SERVICES, ...PLACEHOLDERS]

/** Matches skeletons of names that consist of reserved words, in singular or plural. Created on first use. */
let reservedLooks: RegExp | undefined

function reservedPattern(): RegExp {
  const reserved = `(?:${RESERVED_WORDS.map(looksOf).join('|')})s?`
  const between = BETWEEN.map(looksOf).join('|')
  return new RegExp(`^(?:${between})*${reserved}(?:${between}|${reserved})*$`)
}

/** Words that a password must not consist of, in addition to the person's own. */
export const SYSTEM_WORDS: readonly string[] = SERVICES

/** The beginnings of neutral names (`neutralName`) and of names of people who left, without the underscore. */
const NEUTRAL = /^(person[0-9a-hjkmnp-tv-z]{10}|left[0-9a-f]{16})$/

/**
 * True for a username or display name whose letters and digits look like reserved words alone, or of which a
 * word looks like the name of the system. Capitals have other look-alikes than small letters, so both are
 * compared, with and without the signs around them.
 */
export function isReservedName(name: string): boolean {
  const texts = [name, name.normalize('NFKC')]
  return texts
    .flatMap((text) => [text, lettersOf(text)])
    .flatMap((text) => [text, text.toLowerCase()])
    .some(isReserved)
}

function isReserved(text: string): boolean {
  reservedLooks ??= reservedPattern()
  if (reservedLooks.test(looksOf(text))) return true
  if (wordsOf(text).some((word) => looksOf(word) === looksOf(SYSTEM))) return true
  return NEUTRAL.test(lettersOf(text).replaceAll(/\P{ASCII}/gu, skeleton))
}

/** The skeleton of the letters and digits, in small letters. A small l looks like a capital I. */
function looksOf(text: string): string {
  const small = skeleton(text).toLowerCase()
  return lettersOf(skeleton(small).toLowerCase()).replaceAll('i', 'l')
}

/** The words of a text, also split within CamelCase. */
function wordsOf(text: string): string[] {
  return text.split(/[^\p{L}\p{M}\p{N}]+|(?<=\p{Ll})(?=\p{Lu})/u)
}

function lettersOf(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, '')
}
