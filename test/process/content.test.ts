// The content command: what it applies, reports and refuses, beside other runs, and when it is killed.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { openDatabase, type Kysely } from '#foundation/database/database.ts'
import { ECOSYSTEM_ID, newId } from '#foundation/domain/ids.ts'
import type { Environment } from '#foundation/settings/setting.ts'
import { testLog } from '#test/caller.ts'
import {
  QUEST,
  quests,
  questsIn,
  startContentOperator,
  type ContentOperator,
} from './support/content-operator.ts'
import { cloneDatabase, emptyDatabase, sessionsWaiting } from '#test/database.ts'
import { callsOfPrograms } from '#test/executed-calls.ts'
import { CLEANLY } from '#test/installation.ts'
import { PROCESS_TEST_MS, runNode, TIMEOUT } from '#test/process.ts'
import { programTurns, type ProgramTurns } from '#test/program-turns.ts'
import type { GuildTables } from '../../subgraphs/guild/tables.ts'
import type { IdentityTables } from '../../subgraphs/identity/tables.ts'

let operator: ContentOperator
let database: ContentOperator['database']
let db: ContentOperator['db']
let folder: ContentOperator['folder']
let file: ContentOperator['file']
let start: ContentOperator['start']
let run: ContentOperator['run']
let turns: ProgramTurns
beforeAll(() => {
  turns = programTurns({ settings: {}, run: (args, more = {}) => runNode(args, more) })
})
afterAll(() => turns.stop())

beforeEach(async () => {
  operator = await startContentOperator(turns)
  ;({ database, db, folder, file, start, run } = operator)
})
afterEach(() => operator.stop())

let files = 0
const quest = (about: object = {}) =>
  file(`path-${(files += 1)}.yaml`, { quests: [{ ...QUEST, ...about }] })
const organization = (about: object = {}) => {
  const keepers = { key: 'keepers', name: 'Keepers', description: 'Light.', house: 'Tide' }
  return file(`guild-${(files += 1)}.yaml`, {
    organizations: [{ ...keepers, openToJoin: true, ...about }],
  })
}
const waiting = () => sessionsWaiting(db as unknown as Kysely<never>)
const stored = () => questsIn(db)
const titles = async () => (await stored()).map(({ title }) => title)

describe('applying', { timeout: PROCESS_TEST_MS }, () => {
  test('a pack is added, left alone when repeated, updated, and pruned with --prune', async () => {
    const pack = await file('path.yaml', { quests: [QUEST, { ...QUEST, key: 'old' }] })
    const added = '+ quests/beacon\n+ quests/old\npath: 2 added\n'
    expect(await run(['apply', folder, '--dry-run'])).toBe(
      `${added}Dry run: nothing was changed.\n`,
    )
    expect(await stored()).toEqual([])
    expect(await run(['apply', folder])).toBe(added)
    const before = await stored()
    expect(await run(['apply', pack, folder])).toBe('path: 2 unchanged\nNothing has changed.\n')
    expect(await stored()).toEqual(before)

    const description = `${QUEST.description}\u001b[2J ${'x'.repeat(200)}`
    await file('path.yaml', { quests: [{ ...QUEST, xpReward: 25, description }] })
    const updated = `~ quests/beacon
    description …e flame up the hill." → …e flame up the hill.\\u001b[2J xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…
    xpReward 20 → 25
`
    expect(await run(['apply', folder])).toBe(`${updated}path: 1 updated\n`)
    expect(await run(['apply', folder, '--prune'])).toBe(
      '- quests/old  retired\npath: 1 retired, 1 unchanged\n',
    )
    const audit = await db
      .selectFrom('auditOutbox')
      .select(['kind', 'address', 'details'])
      .execute()
    expect(audit).toMatchObject([
      { kind: 'content_applied', address: 'command', details: { changes: 2 } },
      { details: { named: ['update quests/beacon'] } },
      { details: { named: ['retire quests/old'] } },
    ])
  })

  test('content is applied with a database for each service', async () => {
    const identity = await cloneDatabase()
    const apart = {
      DATABASE_URL: '',
      ID_DATABASE_URL: identity.url,
      PATH_DATABASE_URL: database.url,
    }
    const pack = await file('path.yaml', { quests: [QUEST] })
    expect(await run(['apply', pack], 0, apart)).toContain('+ quests/beacon')
    expect(await titles()).toEqual([QUEST.title])
    await identity.drop()
  })

  // What one quest takes is that of the start. Linear work is ten times as much; a comparison of all pairs would be a hundred times as much.
  test('1,000 quests are applied and updated with less than eleven times the work of a hundred', async () => {
    let xpReward = 0
    const apply = async (count: number) => {
      const pack = await file('path.yaml', { quests: quests(count, { xpReward: (xpReward += 1) }) })
      return callsOfPrograms(async (environment) => {
        const program = start(['apply', pack], environment)
        expect(await program.ended()).toEqual(CLEANLY)
        expect(program.output()).toMatch(/path: .*(added|updated)\n$/)
      })
    }
    const added: number[] = []
    const updated: number[] = []
    for (const count of [1, 100, 1_000]) {
      added.push(await apply(count))
      updated.push(await apply(count))
    }
    expect((await stored()).filter((quest) => quest.xpReward === xpReward)).toHaveLength(1_000)
    const [one] = updated
    for (const [, hundred, thousand] of [added, updated]) {
      expect(thousand! - one!).toBeLessThan(11 * (hundred! - one!))
    }
  })

  test('several operators at once add everything once', async () => {
    const pack = await file('path.yaml', { quests: quests(200) })
    const programs = Array.from({ length: 4 }, () => start(['apply', pack]))
    const endings = await Promise.all(programs.map((program) => program.ended()))
    expect(endings).toEqual(programs.map(() => CLEANLY))
    const last = programs.map(({ output }) => output().trim().split('\n').at(-1) ?? '')
    expect(last.toSorted()).toEqual([
      'Nothing has changed.',
      'Nothing has changed.',
      'Nothing has changed.',
      'path: 200 added',
    ])
    expect(await stored()).toHaveLength(200)
  })

  test('a killed run has changed nothing, and the next run applies everything', async () => {
    const [first, ...rest] = quests(50)
    await run(['apply', await file('path.yaml', { quests: [first] })])
    const pack = await file('path.yaml', { quests: [...rest, { ...first, xpReward: 25 }] })
    const program = start(['apply', pack])
    // The other items have been added by then, and the update waits for this row.
    await db.transaction().execute(async (trx) => {
      await trx.updateTable('quests').set({ goldReward: 6 }).execute()
      await expect.poll(waiting, TIMEOUT).toBeGreaterThan(0)
      program.send('SIGKILL')
      await program.ended()
    })
    expect(await stored()).toMatchObject([{ xpReward: 20, goldReward: 6 }])
    expect(await run(['apply', pack])).toMatch(/^path: 49 added, 1 updated$/m)
    expect(await stored()).toHaveLength(50)
    expect(await db.selectFrom('auditOutbox').selectAll().execute()).toHaveLength(2)
  })

  test('a run for several services waits for one that names them in another order', async () => {
    const [one, other] = [await quest(), await organization()]
    await run(['apply', one, other])
    const [richer, longer] = [
      await quest({ xpReward: 25 }),
      await organization({ description: 'All light.' }),
    ]
    const guild = openDatabase<GuildTables>(database.url, 'guild', testLog)
    // Whichever service a run begins with, it waits for this test at its row.
    const programs = await db.transaction().execute((questHeld) =>
      guild.transaction().execute(async (organizationHeld) => {
        await questHeld.selectFrom('quests').select('id').forUpdate().execute()
        await organizationHeld.selectFrom('organizations').select('id').forUpdate().execute()
        const started = [start(['apply', richer, longer]), start(['apply', longer, richer])]
        await expect.poll(waiting, TIMEOUT).toBe(2)
        return started
      }),
    )
    await guild.destroy()
    const endings = await Promise.all(programs.map((program) => program.ended()))
    expect(endings).toMatchObject([{ code: 0 }, { code: 0 }])
    const outputs = programs.map((program) => program.output())
    expect(outputs.toSorted()).toEqual([
      'path: 1 unchanged\nguild: 1 unchanged\nNothing has changed.\n',
      expect.stringMatching(/^~ quests[^]*\npath: 1 updated\n~ org[^]*\nguild: 1 updated\n$/),
    ])
  })

  test('a run that loses its connections ends with a sentence, and has changed nothing', async () => {
    const files = [await quest(), await organization()]
    await run(['apply', ...files])
    const changed = [
      await quest({ xpReward: 25 }),
      await organization({ description: 'All light.' }),
    ]
    const guild = openDatabase<GuildTables>(database.url, 'guild', testLog)
    const program = await guild.transaction().execute(async (trx) => {
      await trx.selectFrom('organizations').select('id').forUpdate().execute()
      const started = start(['apply', ...changed])
      await expect.poll(waiting, TIMEOUT).toBe(1)
      await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and (wait_event_type = 'Lock'
          or (application_name = 'path' and state = 'idle in transaction'))`.execute(trx)
      return started
    })
    await guild.destroy()
    expect(await program.ended()).toMatchObject({ code: 1 })
    expect(program.output()).toBe(
      'The connection to the database of the guild service was lost: try again.\n',
    )
    expect(await stored()).toMatchObject([{ xpReward: QUEST.xpReward }])
  })

  test('a run is one request in the audit trail, whatever services it reaches', async () => {
    await run(['apply', await quest(), await organization()])
    const guild = openDatabase<GuildTables>(database.url, 'guild', testLog)
    const [here, there] = await Promise.all(
      [db, guild as unknown as typeof db].map((one) =>
        one.selectFrom('auditOutbox').select('requestId').execute(),
      ),
    )
    await guild.destroy()
    expect(here).toHaveLength(1)
    expect(there).toEqual(here)
  })

  test('content of ecosystem belongs to the person of that name, if there is one', async () => {
    const identity = openDatabase<IdentityTables>(database.url, 'identity', testLog)
    await identity
      .updateTable('identities')
      .set({ username: 'ecosystem__' })
      .where('id', '=', ECOSYSTEM_ID)
      .execute()
    const person = newId('identity')
    const about = { displayName: 'Eco', house: 'Tide', archetype: 'Keeper' }
    await identity
      .insertInto('identities')
      .values({ id: person, username: 'ecosystem', ...about })
      .execute()
    await identity.destroy()
    await run(['apply', await organization({ steward: 'ecosystem' })])
    const guild = openDatabase<GuildTables>(database.url, 'guild', testLog)
    const stewards = await guild.selectFrom('memberships').select('identityId').execute()
    await guild.destroy()
    expect(stewards).toEqual([{ identityId: person }])
  })

  test('a place that refers to nothing is applied with a warning', async () => {
    const place = (key: string) => ({
      key,
      name: key,
      kind: 'gate',
      position: { x: 0, y: 0, z: 0 },
      ref: { type: 'Quest', key },
    })
    const corner = (at: number) => ({ x: at, y: at, z: at })
    const places = ['beacon', 'becon', 'other', 'scroll'].map(place)
    places[3]!.ref.type = 'Scroll'
    const bounds = { min: corner(-9), max: corner(9) }
    const hill = { key: 'hill', name: 'Hill', description: 'High.', bounds, places }
    const realm = await file('realm.yaml', { realms: [hill] })
    await run(['apply', await quest({ key: 'other' })])
    const output = await run(['apply', await quest(), realm])
    expect(output.match(/^Warning: .*$/gm)).toEqual([
      expect.stringMatching(
        /realm\.yaml:\d+: realms\.0\.places\.1\.ref\.key: there is no quest becon in these files, nor in the system$/,
      ),
    ])
    expect(output).toContain('+ places/hill/becon\n')
  })

  test('a database that is older or newer than the code is reported', async () => {
    const pack = await file('path.yaml', { quests: [QUEST] })
    const empty = await emptyDatabase()
    expect(await run(['apply', pack], 1, { DATABASE_URL: empty.url })).toMatch(
      /^The database of the identity service is older than this code: start the services with this code first\.\n$/,
    )
    await empty.drop()
    const newer = openDatabase<{ kyselyMigration: { name: string; timestamp: string } }>(
      database.url,
      'path',
      testLog,
    )
    await newer
      .insertInto('kyselyMigration')
      .values({ name: '9999-later', timestamp: '' })
      .execute()
    await newer.destroy()
    expect(await run(['apply', pack], 1)).toContain('path service is newer than this code')
  })
})

describe('a broken file', { timeout: PROCESS_TEST_MS }, () => {
  const BROKEN = `# Winter
quests:
  - key: frost
    title: "  "
    description: Cold.
    type: dayly
    difficulty: beginner
    xpReward: 1000001
    goldReward: 5
  - key: frost
    titel: Ice
    description: Colder.
    type: daily
    difficulty: beginner
    xpReward: some
    goldReward: 5
courses: []
`

  test.each(['apply', 'validate'])(
    'a broken file is reported with every line and rule: %s',
    async (action) => {
      const winter = await file('winter.yaml', BROKEN)
      await file('path.yaml', { quests: [QUEST] })
      const output = await run([action, folder], 1)
      const lines = output.trim().split('\n')
      expect(lines.slice(0, -1)).toEqual([
        `${winter}:4: quests.0.title: must not be blanks alone`,
        `${winter}:6: quests.0.type: must be one of daily, weekly, story`,
        `${winter}:8: quests.0.xpReward: must be from 0 to 1000000`,
        `${winter}:10: quests.1.title: is missing`,
        `${winter}:10: quests.1.key: is the key of quests.0 in ${winter} as well`,
        `${winter}:11: quests.1.titel: is unknown; the fields are key, createdAt, title, description, xpReward, goldReward, type, difficulty, credentialType`,
        `${winter}:15: quests.1.xpReward: must be a whole number`,
      ])
      expect(lines.at(-1)).toContain(`${winter}:17: courses: `)
      expect(await stored(), 'nothing, also of the right file').toEqual([])
    },
  )

  test.each([
    ['no YAML', 'quests: [', ':1: '],
    ['not UTF-8', Buffer.from([0x71, 0xff]), ': not valid UTF-8.'],
    ['nothing', '# later\n', ':1: must contain a list: one of '],
    ['no list', 'quests: none\n', ':1: quests: must be a list'],
    ['too large', Buffer.alloc(17 * 1024 * 1024, '#'), ': at most 16 MiB can be read at once.'],
    [
      'too long',
      stringify({ quests: quests(10_001) }),
      ':1: quests: must have at most 10000 items',
    ],
  ])('a broken file is reported: %s', async (_name, content, reason) => {
    const path = join(folder, 'a.yaml')
    await writeFile(path, content)
    expect(await run(['validate', folder], 1)).toContain(`${path}${reason}`)
  })
})

test.each([[['--help']], [['apply', '--help']]])(
  '%j prints the usage',
  { timeout: PROCESS_TEST_MS },
  async (args) => {
    expect(await run(args)).toMatch(/^Checks, applies[^]*apply DIR\|FILE…[^]*--prune/)
  },
)

test.each([
  [['export', '--all'], 'Unknown option --all: this action has no options.'],
  [[], 'Choose one of apply, export, validate.'],
  [['apply'], 'Name at least one folder or file.'],
  [['apply', '/nowhere'], '/nowhere: cannot be read (no such file or directory).'],
  [['apply', 'router', '--prune'], 'router: contains no YAML file.'],
  [
    ['apply', 'content/demo', '--prunee'],
    'Unknown option --prunee: the options are --dry-run and --prune.',
  ],
  [['export', 'a', 'b'], 'Name at most one folder.'],
  [['apply', 'content/demo'], 'The system is not running', { DATABASE_URL: '', DATA_DIR: '/no' }],
  [
    ['export'],
    'DATABASE_URL: cannot reach localhost:1 (connection refused).',
    { DATABASE_URL: 'postgres://localhost:1/nowhere' },
  ],
])(
  'the command %j prints: %s',
  { timeout: PROCESS_TEST_MS },
  async (args, sentence, more?: Environment) => {
    const output = await run(args, 1, more)
    expect(output).toContain(sentence)
    expect(output, 'one sentence').toMatch(/^.+\n$/)
  },
)
