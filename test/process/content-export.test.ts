// The content command exports what it has applied: another system that applies the export has the same lists.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '#foundation/database/database.ts'
import { testLog } from '#test/caller.ts'
import {
  questsIn,
  quests,
  startContentOperator,
  type ContentOperator,
} from './support/content-operator.ts'
import { cloneDatabase } from '#test/database.ts'
import { PROCESS_TEST_MS, runNode } from '#test/process.ts'
import { programTurns, type ProgramTurns } from '#test/program-turns.ts'
import { subgraphs } from '../../subgraphs/index.ts'
import type { PathTables } from '../../subgraphs/path/tables.ts'

let operator: ContentOperator
let db: ContentOperator['db']
let folder: ContentOperator['folder']
let file: ContentOperator['file']
let run: ContentOperator['run']
let turns: ProgramTurns
beforeAll(() => {
  turns = programTurns({ settings: {}, run: (args, more = {}) => runNode(args, more) })
})
afterAll(() => turns.stop())

beforeEach(async () => {
  operator = await startContentOperator(turns)
  ;({ db, folder, file, run } = operator)
})
afterEach(() => operator.stop())

describe('exporting', { timeout: PROCESS_TEST_MS }, () => {
  test('exported files give another system the same lists', async () => {
    await run(['apply', await file('pack/path.yaml', { quests: quests(3) })])
    await db
      .updateTable('quests')
      .set({ retiredAt: new Date() })
      .where('contentKey', '=', 'quest-1')
      .execute()
    await db
      .insertInto('quests')
      .values({
        id: 'quest_01kdvdna00er5r09hshcf1eq1k',
        title: 'By hand: #1 — “no”',
        description: 'a\n  b \n\n- c\n',
        type: 'story',
        difficulty: 'advanced',
        xpReward: 1,
        goldReward: 0,
        credentialType: 'made',
      })
      .execute()
    const out = join(folder, 'out')
    expect(await run(['export', out])).toContain(`${join(out, 'path.yaml')}\n`)
    expect(await run(['export'])).toContain(await readFile(join(out, 'path.yaml'), 'utf8'))
    expect(await run(['export', out], 1)).toMatch(
      /path\.yaml: cannot be written \(file already exists\)/,
    )

    const other = await cloneDatabase()
    expect(await run(['apply', join(out, 'path.yaml')], 0, { DATABASE_URL: other.url })).toMatch(
      /^path: 3 added$/m,
    )
    const otherDb = openDatabase<PathTables>(other.url, 'path', testLog)
    const there = (await questsIn(otherDb)).map(({ contentKey: _key, ...quest }) => quest)
    const here = (await questsIn(db)).filter(({ retiredAt }) => !retiredAt)
    expect(there).toEqual(here.map(({ contentKey: _key, ...quest }) => quest))
    const again = join(folder, 'again')
    await run(['export', again], 0, { DATABASE_URL: other.url })
    expect(await readFile(join(again, 'path.yaml'))).toEqual(await readFile(join(out, 'path.yaml')))
    await otherDb.destroy()
    await other.drop()
  })
})

test(
  'exported starter packs of all services give another system the same lists',
  { timeout: PROCESS_TEST_MS },
  async () => {
    const services = subgraphs.filter(({ content }) => content !== undefined)
    await run(['apply', ...services.map(({ name }) => `content/starter/${name}.yaml`)])
    const [here, there] = [join(folder, 'here'), join(folder, 'there')]
    await run(['export', here])
    const other = await cloneDatabase()
    const elsewhere = { DATABASE_URL: other.url }
    await run(['apply', here], 0, elsewhere)
    expect(await run(['apply', here])).toMatch(/^Nothing has changed\.$/m)
    await run(['export', there], 0, elsewhere)
    for (const { name } of services) {
      const [one, same] = [here, there].map((from) => readFile(join(from, `${name}.yaml`), 'utf8'))
      expect(await one).toBe(await same)
    }
    await other.drop()
  },
)
