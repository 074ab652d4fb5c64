// What names and libraries say about directives.
import { parse } from 'graphql'
import { describe, expect, test } from 'vitest'
import { explainGuesses } from '../src/directives/guesses.ts'
import { guardDirectives } from '../src/directives/guards.ts'
import { LIBRARIES } from '../src/directives/libraries.ts'
import { effectByName } from '../src/directives/names.ts'

const GUARDS =
  'auth auth0 isAuthenticated requiresAuth authorize can canFind hasRole hasRoles roles requiresAdminKey private ' +
  'adminOnly is_admin isOwner ownerOnly loggedIn signedInOnly loginRequired hasScope requires_permission policy ' +
  'hasrole isauthenticated requiresauth adminonly loggedin permit oauth accessControl visibleTo premiumOnly ' +
  'allowedRoles apiKey userOnly protected restrictTo checkAccess authz__hasRole needsToken isInternalUser inaccessible ' +
  'requires2FA twoFactor mfa requiresMfa otp requiresOTP stepUp sudo visibleTo visible_to viewableBy editableBy ' +
  'accessibleBy availableTo hiddenFrom grantedTo confidential requiresClearance ssoOnly oauth2 bearerAuth shield ' +
  'gatekeeper forbidden kycRequired requiresCaptcha ipAllowlist requiresPassword serviceOnly partnersOnly ' +
  'ensureUser assertOwner requireReauth ability denyAll requiresConsent trustedOnly'
const LIFTS =
  'public isPublic skipAuth noAuth allowAnonymous unauthenticated optionalLogin permitAll'
const OTHERS =
  'author authored authority cancel candidate canBeNull cachePolicy retryPolicy publicId logged isInternal hasKey ' +
  'doc goField cost complexity rateLimit length owner scoped key token access_log allowNull accessible userInput ' +
  'ownership scopedCache controller cacheControl visible visibility visibleIf show hide hidden available availableFrom ' +
  'island hash haskey isinternal readonly checkout needle premium belongsTo sharedWith readOnly editable twoWay factor factory otpLength hasService isVerified passwordHash manager ' +
  'migrant bearing classifier service singleton'

describe('a name', () => {
  test.each(GUARDS.split(' '))('%s says that it restricts access', (name) => {
    expect(effectByName(name)).toBe('guard')
  })

  test.each(LIFTS.split(' '))('%s says that it opens access', (name) => {
    expect(effectByName(name)).toBe('lift')
  })

  test.each(OTHERS.split(' '))('%s says nothing of access', (name) => {
    expect(effectByName(name)).toBeUndefined()
  })

  test('that shows something says it only with an argument that names to whom', () => {
    const effects = ['visible', 'show', 'hidden'].map((name) => effectByName(name, ['groups']))
    expect(effects).toEqual(['guard', 'guard', 'guard'])
    expect(effectByName('visible', ['if'])).toBeUndefined()
  })
})

test('a guard of a library counts with its arguments only; otherwise its name and arguments are a guess', () => {
  const document = parse(`
    directive @aws_auth(cognito_groups: [String]) on FIELD_DEFINITION
    directive @secret(field: String!, pred: String) on OBJECT
    directive @secretary(of: String) on OBJECT
    directive @goTag(key: String!) on FIELD_DEFINITION
    directive @openfed__subscriptionFilter(condition: String) on FIELD_DEFINITION
    directive @visible(roles: [String!]) on OBJECT
    directive @show(if: String) on FIELD_DEFINITION
  `)
  expect([...guardDirectives(document)]).toEqual(['aws_auth', 'secret', 'visible'])
})

test('no row of a library calls something else what its name calls a guard', () => {
  const others = LIBRARIES.flatMap(({ others = [] }) => others)
  expect(others.filter((name) => effectByName(name))).toEqual([])
})

test('a finding that rests on a name says how to confirm or deny it in the configuration', () => {
  const document = parse(
    'directive @hasRole on FIELD_DEFINITION directive @isOwner on FIELD_DEFINITION',
  )
  const finding = (message: string) =>
    ({
      id: '',
      rule: '',
      step: 'authorization',
      severity: 'security',
      coordinate: '',
      message,
    }) as const
  const sentences = (...guards: string[]) =>
    explainGuesses(
      [finding('Query.q required @hasRole.'), finding('A.b required @hasRole and @isOwner.')],
      [{ name: 'a', written: document, document }],
      guards,
    ).map(({ message }) => message)
  expect(sentences()).toEqual([
    'Query.q required @hasRole. @hasRole counts as a guard because of its name, which is a guess: ' +
      '"guards": ["hasRole"] in the configuration confirms it, and ["!hasRole"] denies it.',
    'A.b required @hasRole and @isOwner. @hasRole and @isOwner count as guards because of their names, which is a ' +
      'guess: "guards": ["hasRole", "isOwner"] in the configuration confirms it, and ["!hasRole", "!isOwner"] denies it.',
  ])
  expect(sentences('hasRole', '!isOwner')).toEqual([
    'Query.q required @hasRole.',
    'A.b required @hasRole and @isOwner.',
  ])
})
