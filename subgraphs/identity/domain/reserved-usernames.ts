// Usernames that would be taken for the system itself, or for who runs it. Whoever has one keeps it.

/** Who runs a system, and the mailboxes by which they are reached (RFC 2142). */
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

/** The ecosystem and its services, which stand beside people's names in what they write. */
const SERVICES = [
  'ecosystem',
  'id',
  'identity',
  'path',
  'learn',
  'guild',
  'governance',
  'market',
  'realm',
  'scroll',
  'router',
]

/** Words that stand for somebody else than the person, or for nobody, and parts of addresses. */
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
  'undefined',
  'www',
]

const RESERVED = new Set([...OPERATORS, ...SERVICES, ...PLACEHOLDERS])

/** The words that a password must not be made of, beside the person's own. */
export const SYSTEM_WORDS: readonly string[] = SERVICES

/** True for a reserved name, with underscores anywhere in it, too. */
export function isReservedUsername(username: string): boolean {
  return RESERVED.has(username.replaceAll('_', ''))
}
