// Somebody leaves during an upgrade: an earlier Identity offers no tasks, and earlier services fetch none.
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openDatabase, type Kysely } from '#foundation/database/database.ts'
import { startBalancer } from '#test/balancer.ts'
import { testLog } from '#test/caller.ts'
import { emptyDatabase } from '#test/database.ts'
import { install, type Installation } from '#test/installation.ts'
import { askToLeave, findInDatabase, letThemLeave, passDays, tracesOf } from '#test/leaving.ts'
import { TIMEOUT, type Program } from '#test/process.ts'
import type { IdentityTables } from '../../subgraphs/identity/tables.ts'
import { BEFORE_USAGE } from './support/earlier.ts'
import { call, signUp, stories } from './support/people.ts'

const WANDERER = 'wanderer_among_us'

let resources: AsyncDisposableStack
let home: Installation
let db: Kysely<IdentityTables>

beforeAll(async () => {
  resources = new AsyncDisposableStack()
  const database = await emptyDatabase()
  resources.defer(() => database.drop())
  db = openDatabase<IdentityTables>(database.url, 'identity', testLog)
  resources.defer(() => db.destroy())
  home = await installHere({ DATABASE_URL: database.url })
})

afterAll(() => resources.disposeAsync())

test('a person who leaves during an upgrade is erased once every service is upgraded', async () => {
  const { learn, identity, earlier } = await startMixed()
  const id = await liveAndLeave()
  await expect.poll(daysPass, { ...TIMEOUT, interval: 300 }).toEqual(['learn'])
  // Learn polls every two seconds, and the earlier Identity has refused it again and again.
  expect(learn.output().match(/cannot ask Identity for tasks/g), learn.output()).toHaveLength(1)
  // The one about keys in the folder.
  expect(identity.output().match(/"level":.*/g)).toEqual([
    expect.stringContaining('KEY_ENCRYPTION_KEY'),
  ])
  await Promise.all([learn, identity, ...earlier].map(end))

  await home.start(['main.ts'], { DEMO: '0' })
  await letThemLeave(db)
  expect(await findInDatabase(db, tracesOf({ id, username: WANDERER }))).toEqual([])
})

async function installHere(more: Record<string, string>): Promise<Installation> {
  const settings = { SERVICE_SECRET: 'a secret that only these tests know', LOG_LEVEL: 'warn' }
  const installation = await install({ ...settings, DEMO: '1', ...more })
  resources.defer(() => installation.remove())
  return installation
}

/** Learn is upgraded, and half of its requests reach the earlier Identity; Path is not upgraded. */
async function startMixed(): Promise<{ learn: Program; identity: Program; earlier: Program[] }> {
  const folder = join(inject('earlierFolder'), BEFORE_USAGE)
  const { DATABASE_URL, DATA_DIR } = home.settings as Record<'DATABASE_URL' | 'DATA_DIR', string>
  const other = await installHere({
    DATABASE_URL,
    DATA_DIR,
    ID_BASE_URL: home.address('identity'),
  })
  const identities = resources.use(await startBalancer())
  for (const { address } of [home, other]) identities.add(address('identity'))
  const earlier = await Promise.all([
    other.start(['subgraphs/main.ts', 'identity'], {}, folder),
    home.start(['subgraphs/main.ts', 'path'], {}, folder),
  ])
  const [learn, identity] = await Promise.all([
    home.start(['subgraphs/main.ts', 'learn'], { ID_INTERNAL_URL: identities.address }),
    home.start(['subgraphs/main.ts', 'identity']),
  ])
  return { learn, identity, earlier }
}

/** Completes a quest at Path, and enrolls at Learn; returns the id. */
async function liveAndLeave(): Promise<string> {
  const person = await signUp(home, WANDERER)
  const [quest] = await stories(person)
  await call(person, ['path', `/api/quests/${quest}/complete`], {})
  const { courses } = await call(person, ['learn', '/api/courses'])
  await call(person, ['learn', `/api/courses/${courses[0].id}/enroll`], {})
  const left = await askToLeave(home, person.userAgent, { confirmation: WANDERER })
  expect(left.status).toBe(200)
  const { identityId } = await call(person, ['identity', '/api/claims'])
  return identityId as string
}

/** Lets time pass; returns the services that have received their task. */
async function daysPass(): Promise<string[]> {
  await passDays(db, 15)
  const tasks = db.selectFrom('personalDataTasks').select('service').where('attempts', '>', 0)
  return (await tasks.execute()).map(({ service }) => service)
}

async function end(program: Program): Promise<void> {
  program.send('SIGKILL')
  await program.ended()
}
