// Whatever changes through a mutation is an event. New mutations are covered automatically.
import { beforeAll, describe, expect, test } from 'vitest'
import { mutations, requestOf } from '#test/every-mutation.ts'
import { testSystem, type Person, type TestResponse } from '#test/system.ts'
import { subgraphs } from '../../subgraphs/index.ts'
import type { Row } from '../contract/row.ts'
import { rows } from '../contract/rows.ts'
import { graphqlAtRouter } from '../contract/ways.ts'
import { subgraphDocument } from '#foundation/service/sdl.ts'
import { watchRows, type WrittenEvent } from './changed-rows.ts'
import { OTHER_MUTATIONS } from './other-mutations.ts'

/** Mutations that change rows without an event, and why. */
const WITHOUT_EVENTS: Readonly<Record<string, string>> = {
  createWalletChallenge: 'Nobody but the caller knows of a challenge, which expires in minutes.',
  issueRecoveryCode: 'The ways into an account are no part of the graph; the person gets a mail.',
  resetAccountFactors: 'The ways into an account are no part of the graph; the person gets a mail.',
  signOutAccount: 'Sessions are no part of the graph; connections end when tokens are revoked.',
}

const system = testSystem()
let ada: Person
beforeAll(async () => {
  ada = await system.join('ada', { role: 'admin', xp: 122_500 })
})

const ROOT_FIELD = /^\s*mutation[^{]*\{\s*(?:\w+\s*:\s*)?(\w+)/
const byMutation = Map.groupBy(
  rows.filter(({ graphql }) => ROOT_FIELD.test(graphql)),
  ({ graphql }) => ROOT_FIELD.exec(graphql)![1]!,
)

/** The services of mutations by name. */
const services = new Map(
  subgraphs.flatMap((subgraph) =>
    subgraphDocument(subgraph).definitions.flatMap((node) =>
      'fields' in node && 'name' in node && node.name?.value === 'Mutation'
        ? (node.fields ?? []).map((field) => [field.name.value, subgraph.name] as const)
        : [],
    ),
  ),
)

async function watchMutation(name: string, send: () => Promise<TestResponse>) {
  const changes = await watchRows(system, services.get(name)!)
  const { body } = await send()
  expect(body.errors, JSON.stringify(body)).toBeUndefined()
  return changes()
}

async function watchRow(name: string, row: Row) {
  const given = await row.good.given(system)
  const changes = await watchMutation(name, () => graphqlAtRouter.ask(system, row, given))
  return { ...changes, sent: given }
}

async function watchOther(name: string) {
  const field = mutations.find((known) => known.name === name)!
  const variables = await OTHER_MUTATIONS[name]!(system, ada)
  const token = await ada.token({ scope: 'identity credentials wallet admin' })
  const send = () => system.graphql(requestOf(field).query, { token, variables })
  return { ...(await watchMutation(name, send)), sent: variables }
}

/** The events about somebody or something that the request names. Workers write others, whenever they come to it. */
function eventsAbout(sent: object, events: readonly WrittenEvent[]): string[] {
  const request = JSON.stringify(sent)
  return events
    .filter(({ subjectId, related }) => [subjectId, ...related].some((id) => request.includes(id)))
    .map(({ kind }) => kind)
}

describe.each(mutations.map(({ name }) => name))('%s', (name) => {
  test('a mutation writes an event with what it changes', async () => {
    const { tables, events, sent } = await (name in OTHER_MUTATIONS
      ? watchOther(name)
      : watchRow(name, byMutation.get(name)![0]!))
    expect(tables, 'This request changes nothing: send one that does.').not.toEqual([])
    if (name in WITHOUT_EVENTS) {
      expect(eventsAbout(sent, events), 'Remove the exception.').toEqual([])
    } else {
      const missing = `${tables.join(', ')} changed: declare a kind in events.ts.`
      expect(events, missing).not.toEqual([])
    }
  })
})
