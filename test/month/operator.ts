// The operator's work, by the documented commands: an administrator, apps, and content.
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'
import { expect } from 'vitest'
import { PASSWORD, type App } from '#test/oauth.ts'
import { giveCode, setUpTotp } from '#test/second-factor.ts'
import { createUserAgent, type Page, type UserAgent } from '#test/user-agent.ts'
import type { Production } from './production.ts'
import { becomeResident, type Resident } from './resident.ts'
import { signIn } from './session.ts'

const STARTER = 'content/starter'
const SEASON = 'content/season'

/**
 * Signs up at the pages, sets up an authenticator app, becomes an administrator by the command, and signs in to
 * an app that may administer.
 */
export async function becomeAdministrator(production: Production): Promise<Resident> {
  const olga = { username: 'olga', displayName: 'Olga', house: 'Tide', archetype: 'Keeper' }
  const userAgent = createUserAgent()
  const page = await userAgent.open(`${production.address('identity')}/sign-up`)
  const account = await userAgent.submit(page, '/sign-up', { ...olga, password: PASSWORD })
  expect(account.status, String(account.body)).toBe(200)
  const clock = {
    get now() {
      return production.now()
    },
  }
  const authenticator = await setUpTotp({ ...production, clock }, userAgent)
  await production.npm('administrator', 'add', 'olga')
  const scope = 'identity admin'
  const app = await registerApp(production, 'Back office', scope)
  // A code is valid once, and the current one has set up the app.
  let later = 1
  const passSecondFactor = (agent: UserAgent, page: Page) => {
    const code = authenticator.code(later)
    later = 0
    return giveCode(agent, page, code)
  }
  const session = await signIn(production, { app, scope }, { ...olga, passSecondFactor })
  return becomeResident(session, olga)
}

/** Registers a public client. */
export async function registerApp(
  production: Production,
  name: string,
  scope: string,
): Promise<App> {
  const redirectUri = 'https://app.example/callback'
  const options = ['--name', name, '--scope', scope, '--redirect-uri', redirectUri]
  const printed = await production.npm('client', 'register', ...options)
  const [, id = ''] = /^id (\S+)$/m.exec(printed) ?? []
  return { id, secret: undefined, redirectUri }
}

/** The packs that come with the project: a start, and a season that leads to level 50. */
export async function applyContent(production: Production): Promise<void> {
  await production.npm('content', 'validate', STARTER, SEASON)
  const dryRun = await production.npm('content', 'apply', STARTER, SEASON, '--dry-run')
  expect(dryRun).toContain('path: 12')
  const applied = await production.npm('content', 'apply', STARTER, SEASON)
  expect(applied).toMatch(/path: 12 added\n/)
}

/** Removes a quest from the file, and applies the packs again. */
export async function retireQuestByFile(production: Production, key: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'ecosystem-season-'))
  await cp(SEASON, folder, { recursive: true })
  const file = join(folder, 'path.yaml')
  const { quests } = parse(await readFile(file, 'utf8')) as { quests: { key: string }[] }
  await writeFile(file, stringify({ quests: quests.filter((quest) => quest.key !== key) }))
  const printed = await production.npm('content', 'apply', STARTER, folder, '--prune')
  expect(printed).toMatch(/path: 1 retired, 11 unchanged\n/)
  await rm(folder, { recursive: true })
}
