// Codes count for the person of the session, and the app learns of the limit.
import { expect, test } from 'vitest'
import { allow, askConsent, authorizeUrl, signedInUserAgent } from '#test/oauth.ts'
import { createUserAgent, formOf, type Page } from '#test/user-agent.ts'
import { inRounds } from '../support/in-rounds.ts'
import { limitedSystem } from './story.ts'

const { system, ada, app, pass } = limitedSystem()

const codeOf = ({ location }: Page) => new URL(location!).searchParams.get('code')
const errorOf = ({ location }: Page) => new URL(location!).searchParams.get('error')

test('Codes of one session count for its person, and the app learns of the limit (RFC 6749 4.1.2.1)', async () => {
  const browser = await signedInUserAgent(system, ada)
  await allow(system, app, ada, {}, browser)
  pass(60)
  const url = authorizeUrl(system, app)
  const pages = await inRounds(130, () => browser.get(url))
  expect(pages.filter(codeOf)).toHaveLength(100)
  const refused = pages.filter((page) => codeOf(page) === null)
  expect(new Set(refused.map(errorOf))).toEqual(new Set(['temporarily_unavailable']))
  const response = Object.fromEntries(new URL(refused[0]!.location!).searchParams)
  expect(response).toEqual({
    error: 'temporarily_unavailable',
    error_description: expect.stringMatching(
      /^RATE_LIMIT_EXCEEDED: .* try again in 60 s\.$/,
    ) as string,
    state: 'a state of the app',
    iss: system.address('identity'),
  })
  expect(refused[0]!.location).toMatch(/^https:\/\/app\.example\/callback\?/)
  pass(60)
  expect(codeOf(await browser.get(url))).not.toBeNull()
})

test('Codes and denials on the consent page count (contract, "Rate limits")', async () => {
  const browser = await signedInUserAgent(system, ada)
  const page = await askConsent(system, app, ada, { prompt: 'consent' }, browser)
  // Opening the page has counted as well.
  pass(60)
  const { hidden } = formOf(page, '/consent')
  const decide = (decision: string) => browser.post(page.url, { ...hidden, decision })
  const pages = await inRounds(120, (index) => decide(index % 2 === 0 ? 'allow' : 'deny'))
  expect(pages.filter((each) => errorOf(each) === 'temporarily_unavailable')).toHaveLength(20)
})

test('Codes requested with prompt=consent count (contract, "Rate limits")', async () => {
  const browser = await signedInUserAgent(system, ada)
  const url = authorizeUrl(system, app, { prompt: 'consent' })
  const pages = await inRounds(150, () => browser.get(url))
  expect(pages.filter(({ location }) => location?.includes('/consent?'))).toHaveLength(100)
  const refused = pages.filter((page) => errorOf(page) === 'temporarily_unavailable')
  expect(refused).toHaveLength(50)
})

test('A browser that is signed in nowhere is sent to sign in, however often (decision 0006)', async () => {
  const browser = createUserAgent()
  const url = authorizeUrl(system, app)
  const pages = await inRounds(150, () => browser.get(url))
  expect(pages.filter(({ location }) => location?.includes('/sign-in?'))).toHaveLength(150)
})
