// Pages: user input never becomes markup, every form has a CSRF token, every field has a label, and nothing exceeds
// the content security policy.
import { describe, expect, test } from 'vitest'
import { ACCOUNT_FORMS, sectionOf } from '../pages/account/account-forms.ts'
import { ACCOUNT_GROUPS, sectionOfForm } from '../pages/account/account-groups.ts'
import { accountPage } from '../pages/account/account-page.ts'
import { ASSETS } from '../pages/assets.ts'
import { consentPage } from '../pages/authorization/consent.ts'
import { html, type Content } from '../pages/html.ts'
import { SCOPE_WORDS } from '../pages/authorization/scope-words.ts'
import { signInPage } from '../pages/sign-in/sign-in.ts'
import { signUpPage } from '../pages/sign-in/sign-up-page.ts'
import { ago, waitWords } from '../pages/time.ts'
import { agentWords } from '../pages/user-agent.ts'
import {
  HOSTILE,
  NOW,
  minutesAgo,
  signIn,
  signUp,
  consent,
  account,
  PAGES,
} from './hostile-pages.ts'

const tags = (page: string, name = '[a-z]+') =>
  page.match(new RegExp(`<${name}\\b[^>]*>`, 'g')) ?? []
const values = (page: string, attribute: string) =>
  [...page.matchAll(new RegExp(`\\s${attribute}="([^"]*)"`, 'g'))].map(([, value]) => value ?? '')

describe('a template', () => {
  test('escapes text, in text and in attribute values', () => {
    expect(html`<p title="${HOSTILE}">${'<b>'}</p>`.toString()).toBe(
      '<p title="&quot;&#39;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x ' +
        'onerror=alert(1)&gt;&#96; style=&quot;x&quot; &amp;lt;">&lt;b&gt;</p>',
    )
  })

  test('takes numbers, templates, and lists of these as they are', () => {
    const items = ['<', 2, html`<i>${'&'}</i>`].map((item) => html`<b>${item}</b>`)
    expect(html`<p>${[items, '']}</p>`.toString()).toBe(
      '<p><b>&lt;</b><b>2</b><b><i>&amp;</i></b></p>',
    )
  })

  test.each([
    [undefined],
    [null],
    [true],
    [{}],
    [{ toString: () => '<b>' }],
    [() => 'x'],
    [[null]],
  ])('refuses %s', (content) => {
    expect(() => html`<p>${content as unknown as Content}</p>`).toThrow(TypeError)
  })

  test('refuses an attribute value without quotes', () => {
    expect(() => html`<p title=${'x'}></p>`).toThrow('No quotes')
  })
})

describe.each(PAGES)('the %s page', (_, page) => {
  test('shows hostile text as text', () => {
    expect(page).not.toMatch(/<script>|<img src=x/)
    expect(page).toContain('&lt;script&gt;')
  })

  test('has scripts and styles in files alone', () => {
    for (const tag of tags(page))
      expect(tag.replace(/"[^"]*"/g, '')).not.toMatch(/\s(style|on\w+)=/)
    expect(tags(page, 'style')).toEqual([])
    for (const tag of tags(page, 'script'))
      expect(tag).toMatch(/^<script type="module" src="\/assets\/[a-z]+\.js\?v=[\w-]{12}">$/)
    for (const tag of tags(page, 'link')) expect(tag).toMatch(/ href="\/assets\//)
  })

  test('posts every form, with the token against forged requests', () => {
    for (const form of page.split('<form').slice(1)) {
      const [inside = ''] = form.split('</form>')
      // Forms that only read have no token, because it would appear in the URL.
      if (inside.includes('method="get"')) continue
      expect(inside).toMatch(/method="post"/)
      expect(inside).toMatch(/<input type="hidden" name="csrf" value="&quot;[^"]+" \/>/)
    }
  })

  test('labels every field, and describes it by what is there', () => {
    const ids = values(page, 'id')
    expect(new Set(ids).size).toBe(ids.length)
    const fields = [...tags(page, 'input'), ...tags(page, 'select')]
    for (const field of fields.filter((tag) => !/type="(hidden|radio)"|\shidden\s/.test(tag)))
      expect(values(page, 'for')).toEqual(expect.arrayContaining(values(field, 'id')))
    for (const reference of [
      ...values(page, 'aria-describedby'),
      ...values(page, 'aria-labelledby'),
    ])
      expect(ids).toEqual(expect.arrayContaining(reference.split(' ')))
  })

  test('has a language, a title, one main landmark and one first heading', () => {
    expect(page).toMatch(/^<!doctype html>\s*<html lang="en">/)
    for (const name of ['title', 'main', 'h1']) expect(tags(page, name)).toHaveLength(1)
  })
})

describe('signing in', () => {
  test('the page keeps the username, and says what was wrong', () => {
    const page = signInPage({ ...signIn, username: 'ada', error: 'No.' })
    expect(page).toMatch(/name="username"\s+value="ada"/)
    expect(page).toMatch(/role="alert"\s*>\s*No\.\s*<\/p>/)
  })

  test('the page shows sign-in methods that need a script only if scripts run', () => {
    const scripted = tags(signInPage(signIn), 'form').filter((tag) => tag.includes('data-does'))
    expect(scripted).toHaveLength(2)
    for (const tag of scripted) expect(tag).toMatch(/\shidden\s*>$/)
  })
})

describe('signing up', () => {
  test('the page links each error to its field, and the field to its error', () => {
    const page = signUpPage({ ...signUp, errors: { username: 'Taken.' } })
    expect(page).toContain('<a href="#username">Taken.</a>')
    expect(page).toMatch(/aria-describedby="username-error username-hint" aria-invalid="true"/)
    expect(page).toContain('<title>Error: Create an account')
  })
})

describe('consent', () => {
  test('the page lets a person allow all scopes or none', () => {
    const page = consentPage(consent)
    expect(values(tags(page, 'button').join(), 'value')).toEqual(['allow', 'deny'])
    expect(page).not.toContain('checkbox')
  })

  test('the page tells new scopes from those that were allowed before', () => {
    const headings = /<h2>New: it also wants to<\/h2>[^]+<h2>You have allowed it to<\/h2>/
    expect(consentPage(consent)).toMatch(headings)
    const scopes = consent.scopes.map((scope) => ({ ...scope, isNew: true }))
    expect(tags(consentPage({ ...consent, scopes }), 'h2')).toHaveLength(1)
  })

  test('the page warns of the rights of an administrator', () => {
    const admin = { name: 'admin', words: SCOPE_WORDS.admin, isNew: true }
    const warning = 'These are an administrator’s rights.'
    expect(consentPage(consent)).not.toContain(warning)
    const page = consentPage({ ...consent, scopes: [admin] })
    expect(page).toContain(warning)
    expect(page).toContain('issue codes that open their accounts')
  })
})

test('the sections of the account page say so when they are empty', () => {
  const nothing = { ...account, passkeys: [], wallets: [], apps: [] }
  const page = accountPage(nothing, 'security') + accountPage(nothing, 'devices')
  for (const words of ['You have no passkey yet.', 'You have linked no wallet.', 'no app.'])
    expect(page).toContain(words)
})

describe('somebody who signs in with nothing but a passkey', () => {
  const alone = {
    ...account,
    hasPassword: false,
    wallets: [],
    totp: undefined,
    requiresPasskey: false,
  }

  test('sees that it is both factors, and is offered a first password', () => {
    const page = accountPage({ ...alone, steppedUp: true }, 'security')
    expect(page).toContain('You sign in with a passkey, which is both factors by itself.')
    expect(page).not.toContain('action="/account/two-step"')
    expect(page).toContain('<button>Set a password</button>')
    expect(page).not.toContain('Change password')
    expect(accountPage(alone, 'profile')).toMatch(/Second factor<\/a> <span>A passkey</)
  })

  test('is asked about a second factor once there is a password or a wallet', () => {
    for (const more of [{ hasPassword: true }, { wallets: account.wallets }]) {
      const page = accountPage({ ...alone, ...more }, 'security')
      expect(page).toContain('Your password or wallet alone signs you in')
      expect(accountPage({ ...alone, ...more }, 'profile')).toMatch(
        /Second factor<\/a> <span>None</,
      )
    }
  })
})

test('the first page of the account says how many recovery codes are left, if there are any', () => {
  const none = { ...account, recoveryCodes: { count: 0, createdAt: null } }
  expect(accountPage(account, 'profile')).toContain('<span>9 codes left</span>')
  expect(accountPage(none, 'profile')).toMatch(/Recovery codes<\/a> <span>None</)
})

test.each([
  ['password', ['pwd'], 'a password'],
  ['password', ['pwd', 'otp', 'mfa'], 'a password and a code'],
  ['wallet', ['pop', 'user', 'mfa'], 'a wallet and a passkey'],
  ['passkey', ['pop', 'user', 'mfa'], 'a passkey'],
] as const)('a sign-in by %s that proved %j is shown as one with %s', (method, methods, words) => {
  const sessions = account.sessions.map((each) => ({ ...each, method, methods: [...methods] }))
  expect(accountPage({ ...account, sessions }, 'devices')).toContain(` with ${words} from`)
})

test.each(Object.entries(ACCOUNT_FORMS))(
  'the path %s names the section that the form confirms for and shows its message in',
  (path, { confirms, done }) => {
    const section = sectionOf(done)
    expect(sectionOfForm(path)).toBe(section)
    expect(confirms ?? section).toBe(section)
  },
)

test('the first page of the account has the ids of old links', () => {
  const first = values(accountPage(account, 'profile'), 'id')
  for (const group of Object.values(ACCOUNT_GROUPS)) {
    expect(first).toEqual(expect.arrayContaining(group.sections.map((name) => `${name}-section`)))
  }
})

test.each([
  [0, 'just now'],
  [5, '5 minutes ago'],
  [60 * 23, '23 hours ago'],
  [60 * 24, 'yesterday'],
  [60 * 24 * 7, '5 March 2026'],
])('%i minutes ago is shown as %s', (minutes, words) => {
  expect(ago(minutesAgo(minutes), NOW).toString()).toContain(`>${words}<`)
})

test.each([
  [1, '1 second'],
  [59.2, '60 seconds'],
  [60, '1 minute'],
  [61, '2 minutes'],
])('%d seconds to wait are shown as %s', (seconds, words) => {
  expect(waitWords(seconds)).toBe(words)
})

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0 Safari/537.36 Edg/150.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  ['curl/8.9.1', 'curl/8.9.1'],
  ['', 'Unknown browser'],
])('the user agent %s is shown as %s', (userAgent, words) => {
  expect(agentWords(userAgent)).toBe(words)
})

test('the assets are small, and request nothing from other origins', () => {
  for (const { path, body } of ASSETS) {
    expect(body.length, path).toBeLessThan(20_000)
    expect(body.toString().replace('http://www.w3.org/2000/svg', ''), path).not.toMatch(/https?:/)
  }
})
