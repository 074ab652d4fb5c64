// Names that plainly say that a directive restricts access, or opens it. Only whole words of a name
// count, so that `@author` does not.
import type { Effect } from './libraries.ts'

const list = (words: string) => new Set(words.split(' '))

/** Words that are enough on their own. They are compared in the singular. */
const RESTRICTING = list(
  'auth authn authz authenticate authenticated authentication authorize authorized authorization ' +
    'authorise authorised authorisation authorizer login permission permitted role acl rbac abac ' +
    'guard guarded protect protected private restrict restricted secure secured secret superuser ' +
    'admin administrator privilege privileged entitlement credential inaccessible confidential classified ' +
    'clearance mfa totp oauth oidc saml sso bearer sudo shield gatekeeper forbid forbidden kyc captcha recaptcha ' +
    'reauth reauthenticate allowlist whitelist denylist blocklist permit',
)

/** Words that count only as the whole name. */
const ALONE = list(
  'scope policy access allow allowed deny denied apikey can accesscontrol accesslevel visibleto visiblefor onlyfor ' +
    'ability grant granted otp denyall',
)

/** Words that count together with a subject: `@requiresAdminKey`, `@hasScope`, `@staffOnly`. */
const VERBS = list(
  'require required need must has have is only allow allowed check verify deny ensure assert enforce',
)
const SUBJECTS = list(
  'scope policy access user owner member staff employee moderator group claim identity token ' +
    'session key account capability internal self tenant org organization subscriber customer partner ' +
    'manager operator trusted service ability grant otp password consent license elevation verified premium',
)

/**
 * Subjects that count only with a word for a demand: a key or token that something merely has says
 * nothing about callers.
 */
const DEMANDED = list(
  'key token session account internal service otp password consent license elevation verified',
)
const DEMANDS = list('require required need must only check verify ensure assert enforce')

/** Phrases that count together: `@requires2FA`, `@visibleTo`, `@editableBy`, `@signedInOnly`. */
const PHRASES = [
  / (logged|signed) in /,
  / (2|two|multi) (fa|factor) /,
  / step up /,
  / (visible|viewable|readable|writable|editable|accessible|available|exposed|granted|restricted) (to|for|by) /,
  / hidden (from|for) /,
]

/** Words that count with an argument for the audience: `@visible(groups: ["staff"])`. */
const SHOWN = list('visible visibility hidden show hide expose')
const AUDIENCES = list('role group permission scope audience')

/** Words that open access on their own: `@allowAnonymous`. */
const OPENING = list('anonymous unauthenticated unprotected unguarded')

/** Words that open access only as the whole name: `@publicId` is about something else. */
const OPENING_ALONE = list('public ispublic allowpublic publicaccess permitall')

/** Words that open access together with a word of RESTRICTING: `@skipAuth`, `@noLogin`. */
const SKIPS = list('skip no without bypass ignore disable optional')

/**
 * The effect that a name plainly states; undefined when it does not.
 * @param given names of its arguments
 */
export function effectByName(
  name: string,
  given: readonly string[] = [],
): Exclude<Effect, 'mode' | 'other'> | undefined {
  const words = wordsOf(name)
  const has = (known: ReadonlySet<string>) => words.some((word) => known.has(word))
  if (OPENING_ALONE.has(words.join('')) || has(OPENING)) return 'lift'
  if (has(SKIPS) && has(RESTRICTING)) return 'lift'
  const isShown =
    SHOWN.has(words.join('')) && given.flatMap(wordsOf).some((one) => AUDIENCES.has(one))
  return has(RESTRICTING) || isShown || isRestricting(words) ? 'guard' : undefined
}

function isRestricting(words: readonly string[]): boolean {
  if (ALONE.has(words.join(''))) return true
  // Lighthouse has a family of them: @canFind, @canModel.
  if (words[0] === 'can' && words[1] !== 'be') return true
  const text = ` ${words.join(' ')} `
  if (PHRASES.some((phrase) => phrase.test(text))) return true
  const subjects = words.filter((word) => SUBJECTS.has(word))
  const verbs = words.filter((word) => VERBS.has(word))
  return subjects.some((subject) =>
    verbs.some((verb) => !DEMANDED.has(subject) || DEMANDS.has(verb)),
  )
}

/** The words of a name in camelCase or snake_case, in the singular. */
function wordsOf(name: string): string[] {
  const words = name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? []
  return words.flatMap((word) => apart(word.toLowerCase())).map(singular)
}

const RUN_TOGETHER =
  /^(requires?|required|needs?|must|has|is|check|verify|only|logged|signed)(\w+)$/

/** Splits words such as `hasrole` and `adminonly`; returns other words as they are. */
function apart(word: string): string[] {
  const [, first, second] = RUN_TOGETHER.exec(word) ?? /^(\w+)(only)$/.exec(word) ?? []
  if (first === undefined || second === undefined) return [word]
  const about = singular(second === 'only' ? first : second)
  const isKnown = RESTRICTING.has(about) || SUBJECTS.has(about) || about === 'in'
  return isKnown ? [first, second] : [word]
}

function singular(word: string): string {
  if (/(ss|us|^is|^has)$/.test(word)) return word
  return word.replace(/ies$/, 'y').replace(/s$/, '')
}
