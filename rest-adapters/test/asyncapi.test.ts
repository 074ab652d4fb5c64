// The kinds of events as an AsyncAPI document.
import { expect, test } from 'vitest'
import { audienceName } from '#foundation/events/kinds.ts'
import { readConfig } from '#foundation/process/config.ts'
import { asyncApiDocument } from '../asyncapi/document.ts'
import { serviceAsyncApi, wholeAsyncApi } from '../asyncapi/served.ts'
import { subgraphs } from '../../subgraphs/index.ts'

const document = asyncApiDocument(subgraphs)
const withEvents = subgraphs.filter(({ events }) => events)

test('The document has a message for every kind of every service, and for an erased person', () => {
  const documented = Object.entries(document.channels).flatMap(([service, { messages }]) =>
    Object.entries(messages).map(([kind, one]) => `${service} ${kind} ${one['x-audience']}`),
  )
  const declared = withEvents.flatMap(({ name, events }) => [
    ...Object.entries(events!.kinds).map(
      ([kind, { audience }]) => `${name} ${kind} ${audienceName(audience)}`,
    ),
    `${name} person.erased public`,
  ])
  expect(declared.length).toBeGreaterThan(4)
  expect(documented.toSorted()).toEqual(declared.toSorted())
})

test('A message names its kind and the type of its subject', () => {
  expect(document.channels.governance!.messages['vote.cast']).toMatchObject({
    name: 'vote.cast',
    title: 'Vote cast',
    'x-audience': 'public',
    payload: {
      required: ['cursor', 'type', 'subject', 'related', 'at'],
      properties: {
        type: { const: 'vote.cast' },
        subject: { properties: { type: { const: 'Proposal' }, id: { type: 'string' } } },
      },
    },
  })
})

test('A document has the URLs of the installation, and that of a service only its own channel', () => {
  const config = readConfig(
    { GOVERNANCE_BASE_URL: 'https://ecosystem.org:8443/governance' },
    subgraphs,
  )
  const whole = wholeAsyncApi(config)()
  expect(Object.keys(whole.servers)).toEqual(withEvents.map(({ name }) => name))
  const own = serviceAsyncApi('governance', config)()
  expect(own.servers).toEqual({
    governance: {
      host: 'ecosystem.org:8443',
      pathname: '/governance',
      protocol: 'https',
      description: 'Governance Service',
      security: [{ $ref: '#/components/securitySchemes/accessToken' }],
    },
  })
  expect(Object.keys(own.channels)).toEqual(['governance'])
  expect(Object.keys(own.operations)).toEqual(['governance'])
})
