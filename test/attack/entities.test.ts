// Attack: malformed entity representations from one person, at every service. Nobody else is affected.
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stableId } from '#foundation/domain/ids.ts'
import { install, type Installation } from '#test/installation.ts'
import { PROCESS_TEST_MS, type Program } from '#test/process.ts'
import { representationLists } from '#test/representations.ts'
import { subgraphs } from '../../subgraphs/index.ts'
import { meanwhile, statusesOf } from './support/requests.ts'

const REQUESTS = 2_400
const AT_ONCE = 16
const ENTITIES = 'query ($r: [_Any!]!) { _entities(representations: $r) { __typename } }'
/** Ended the process once: one failure that comes late, and one that comes at once. */
const FATAL = [{ __typename: 'Course', id: null }, { __typename: 'Nope' }]

let home: Installation
let system: Program
beforeAll(async () => {
  home = await install({ RATE_LIMIT_AUTHENTICATED: 'off', LOG_LEVEL: 'warn' })
  system = await home.start(['main.ts'])
}, PROCESS_TEST_MS)
afterAll(() => home.remove())

test('malformed representations have VALIDATION_ERROR, and the system keeps running', async () => {
  const token = await home.token(stableId('identity', 'ada'))
  const lists = [...fc.sample(representationLists, { numRuns: REQUESTS - 1, seed: 9 }), FATAL]
  const figures = { sent: 0, unanswered: 0, internalErrors: 0 }
  const attack = async (from: number): Promise<void> => {
    for (let turn = from; turn < lists.length; turn += AT_ONCE) {
      const service = subgraphs[turn % subgraphs.length]!.name
      figures.sent += 1
      const codes = await codesOf(service, lists[turn]!, token).catch(() => undefined)
      if (!codes) figures.unanswered += 1
      else if (codes.includes('INTERNAL_ERROR')) figures.internalErrors += 1
      if (figures.unanswered > 100) return
    }
  }
  const grace = await home.token(stableId('identity', 'grace'))
  const others = await meanwhile(
    () => home.ask('identity', '/api/me', { token: grace }),
    () => Promise.all(Array.from({ length: AT_ONCE }, (_value, index) => attack(index))),
  )
  const errorLines = system.output().match(/^\{"level":[56]0,/gm)?.length ?? 0
  expect({ ...figures, errorLines }).toEqual({
    sent: REQUESTS,
    unanswered: 0,
    internalErrors: 0,
    errorLines: 0,
  })
  expect(statusesOf(others)).toEqual(new Set([200]))
  expect((await home.ask('router', '/readyz')).status).toBe(200)
})

async function codesOf(service: string, r: unknown[], token: string): Promise<unknown[]> {
  const { body } = await home.ask(service, '/graphql', {
    method: 'POST',
    token,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: ENTITIES, variables: { r } }),
  })
  const errors = (body.errors ?? []) as { extensions: { code: string } }[]
  return errors.map(({ extensions }) => extensions.code)
}
