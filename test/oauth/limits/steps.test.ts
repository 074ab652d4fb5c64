// Every step to an authorization runs the same checks in the same order.
import { beforeAll, expect, test } from 'vitest'
import {
  authorizeUrl,
  pageUrl,
  proveTwoFactors,
  registerApp,
  signedInUserAgent,
  withSecondFactor,
  type App,
} from '#test/oauth.ts'
import type { Person } from '#test/system.ts'
import { createUserAgent, formOf, type Page, type UserAgent } from '#test/user-agent.ts'
import type { Step } from '../../../subgraphs/identity/oauth/checks/run-checks.ts'
import type { IdentityTables } from '../../../subgraphs/identity/tables.ts'
import { inRounds } from '../support/in-rounds.ts'
import { limitedSystem } from './story.ts'

const { system, ada, pass } = limitedSystem()

/** A request with the fault that each check rejects; they are fixed one by one. */
const FAULTY = {
  scope: 'identity admin',
  acr_values: '2',
  prompt: 'login',
  id_token_hint: 'nonsense',
}

let office: App
let browser: UserAgent
let csrf: string
beforeAll(async () => {
  office = await registerApp(system, { scopes: ['identity', 'openid', 'admin'] })
})

const at = (path: string) => `${system.address('identity')}${path}`
const proofOn = async (path: string) => formOf(await browser.get(at(path)), path).hidden.csrf!
const post = (url: string, fields = {}) => browser.post(url, { csrf, ...fields })

const STEPS = {
  authorize: (change: object) => browser.get(authorizeUrl(system, office, { ...change })),
  'consent page': (change: object) =>
    browser.get(pageUrl(system, office, '/consent', { ...change })),
  'consent form': (change: object) =>
    post(pageUrl(system, office, '/consent', { ...change }), { decision: 'allow' }),
  'device page': () => browser.get(at('/device')),
  'device form': () => post(at('/device'), { user_code: 'BCDF-GHJK' }),
  'device decision': () => post(at('/device/decision'), { user_code: 'BCDF-GHJK' }),
} satisfies Record<Step | 'device decision', (change: object) => Promise<Page>>
const CLIENTS_STEPS = ['authorize', 'consent page', 'consent form'] as const
const DEVICE_STEPS = ['device page', 'device form', 'device decision'] as const

/** The page, error or status that each step leads to. */
const outcomes = (steps: readonly (keyof typeof STEPS)[], change: object = {}) =>
  Promise.all(steps.map(async (step) => outcomeOf(await STEPS[step](change))))

function outcomeOf({ headers, location, status }: Page): string {
  if (location === undefined) return `${status}${headers.has('retry-after') ? ' later' : ''}`
  expect(headers.has('retry-after')).toBe(false)
  const { origin, pathname, searchParams } = new URL(location)
  return origin === at('') ? pathname : (searchParams.get('error') ?? 'code')
}

const all = (outcome: string) => [outcome, outcome, outcome]

test('Every step to an authorization runs the same checks in the same order', async () => {
  browser = createUserAgent()
  csrf = await proofOn('/sign-in')
  expect(await outcomes(CLIENTS_STEPS, FAULTY)).toEqual(all('/sign-in'))
  expect(await outcomes(DEVICE_STEPS)).toEqual(all('/sign-in'))

  browser = await signedInUserAgent(system, ada)
  csrf = await proofOn('/device')
  await inRounds(100, () => STEPS.authorize({}))
  expect(await outcomes(CLIENTS_STEPS, FAULTY)).toEqual(all('login_required'))
  const { id_token_hint: _, ...hintless } = FAULTY
  expect(await outcomes(CLIENTS_STEPS, hintless)).toEqual(all('/sign-in'))
  const { prompt: __, ...wanted } = hintless
  expect(await outcomes(CLIENTS_STEPS, wanted)).toEqual(all('invalid_scope'))
  await promote(ada)
  expect(await outcomes(CLIENTS_STEPS, wanted)).toEqual(all('/sign-in/second-factor-needed'))
  const silent = { ...wanted, prompt: 'none' }
  const unmet = 'unmet_authentication_requirements'
  expect(await outcomes(CLIENTS_STEPS, silent)).toEqual(all(unmet))
  await withSecondFactor(system, ada)
  expect(await outcomes(CLIENTS_STEPS, wanted)).toEqual(all('/sign-in/confirm'))
  expect(await outcomes(CLIENTS_STEPS, silent)).toEqual(all('login_required'))
  await proveTwoFactors(system, ada)
  const limited = ['temporarily_unavailable', '200', 'temporarily_unavailable']
  expect(await outcomes(CLIENTS_STEPS, wanted)).toEqual(limited)
  expect(await outcomes(DEVICE_STEPS)).toEqual(['200', '429 later', '429 later'])

  pass(60)
  expect(await outcomes(CLIENTS_STEPS, wanted)).toEqual(['/consent', '200', 'code'])
  expect(await outcomes(DEVICE_STEPS)).toEqual(['200', '400', '400'])
})

const promote = ({ id }: Person) =>
  system
    .tables<IdentityTables>('identity')
    .updateTable('identities')
    .set({ role: 'admin' })
    .where('id', '=', id)
    .execute()
