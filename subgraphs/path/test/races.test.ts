// Retiring a quest while people complete it.
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { rounds } from '#test/rounds.ts'
import { addQuest } from '#test/story.ts'
import { testSubgraph, type Person } from '#test/subgraph.ts'
import type { PathTables } from '../tables.ts'

const RETIRE = 'mutation ($id: ID!) { retireQuest(questId: $id) { id } }'
const COMPLETE = 'mutation ($id: ID!) { completeQuest(questId: $id) { xpEarned } }'

const ROUNDS = rounds(10, 30)

const path = testSubgraph('path')
let olga: Person
beforeAll(async () => {
  olga = await path.join('olga', { role: 'admin' })
})

const someone = () => path.join(`p${crypto.randomUUID().slice(0, 8)}`)
const retire = (id: string) =>
  path.ask(RETIRE, { as: olga, scopes: ['identity', 'admin'], variables: { id } })
const complete = (as: Person, id: string) => path.run(COMPLETE, { as, variables: { id } })
const auditOf = (id: string) =>
  path
    .tables<PathTables>('path')
    .selectFrom('auditOutbox')
    .select('kind')
    .where(sql`details ->> 'id'`, '=', id)
    .execute()

test('Nobody completes a quest once its retirement is confirmed', async () => {
  const people = await Promise.all(Array.from({ length: 12 }, () => someone()))
  const completionsOf = async (id: string) => {
    const completions = path.tables<PathTables>('path').selectFrom('questCompletions')
    return (await completions.select('id').where('questId', '=', id).execute()).length
  }
  const oneByOne = async (some: Person[], id: string) => {
    const responses = []
    for (const person of some) responses.push(await complete(person, id))
    return responses
  }
  let done = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    const id = await addQuest(path)
    const retiring = async () => {
      await retire(id)
      return completionsOf(id)
    }
    const [counts, responses] = await Promise.all([
      Promise.all([retiring(), retiring()]),
      Promise.all([0, 4, 8].map((from) => oneByOne(people.slice(from, from + 4), id))),
    ])
    const outcomes = responses
      .flat()
      .map(({ errors }) => (errors?.[0]?.extensions?.code as string | undefined) ?? 'done')
    expect(outcomes.filter((outcome) => !['done', 'NOT_FOUND'].includes(outcome))).toEqual([])
    const completed = outcomes.filter((outcome) => outcome === 'done').length
    expect([...counts, await completionsOf(id)]).toEqual([completed, completed, completed])
    expect(await auditOf(id), 'retired once').toHaveLength(1)
    done += completed
  }
  expect(done, 'some came first, and some late').toSatisfy(
    (all: number) => all > 0 && all < 12 * ROUNDS,
  )
})
