// The Path service's rows of the contract.
import { addQuest } from '#test/story.ts'
import type { TestSystem } from '#test/system.ts'
import type { Row } from './row.ts'

const newPerson = (system: TestSystem) => system.join(`p${crypto.randomUUID().slice(0, 8)}`)

const COMPLETE = `mutation Complete($id: ID!) {
  completeQuest(questId: $id) {
    success xpEarned goldEarned credentialIssued { id type } newLevel newXP
  }
}`

const COMPLETION = {
  success: true,
  xpEarned: 'integer',
  goldEarned: 'integer',
  newLevel: 'integer',
  newXP: 'integer',
} as const

export const pathRows: Row[] = [
  {
    service: 'path',
    method: 'GET',
    path: '/api/quests',
    scopes: ['identity'],
    graphql: `query Quests($first: Int, $offset: Int) {
      quests(first: $first, offset: $offset) {
        nodes { id title description xpReward goldReward type difficulty }
        totalCount
      }
    }`,
    good: {
      given: async (system) => {
        await addQuest(system)
        return { as: await newPerson(system) }
      },
      status: 200,
      form: 'list',
      name: 'quests',
      value: {
        id: 'string',
        title: 'string',
        description: 'string',
        xpReward: 'integer',
        goldReward: 'integer',
        type: 'string',
        difficulty: 'string',
      },
    },
    refusals: [],
  },
  {
    service: 'path',
    method: 'POST',
    path: '/api/quests/:id/complete',
    scopes: ['identity'],
    graphql: COMPLETE,
    good: {
      given: async (system) => ({
        as: await newPerson(system),
        params: { id: await addQuest(system) },
        body: {},
      }),
      status: 200,
      form: 'bare',
      value: COMPLETION,
      absent: ['credentialIssued'],
    },
    refusals: [
      {
        when: 'the quest is unknown',
        given: async (system) => ({
          as: await newPerson(system),
          params: { id: 'quest_unknown' },
        }),
        code: 'NOT_FOUND',
        details: { resource: 'Quest', id: 'quest_unknown' },
      },
      {
        when: 'a daily quest was completed today',
        given: async (system) => {
          const as = await newPerson(system)
          const params = { id: await addQuest(system) }
          await system.graphql(COMPLETE, { token: await as.token(), variables: params })
          return { as, params }
        },
        code: 'VALIDATION_ERROR',
        details: {
          reason: 'ALREADY_COMPLETED',
          availableAt: (value: unknown) => String(value).endsWith('T00:00:00.000Z'),
        },
      },
      {
        when: 'a story was completed once',
        given: async (system) => {
          const as = await newPerson(system)
          const params = { id: await addQuest(system, { type: 'story' }) }
          await system.graphql(COMPLETE, { token: await as.token(), variables: params })
          return { as, params }
        },
        code: 'VALIDATION_ERROR',
        details: { reason: 'ALREADY_COMPLETED' },
      },
    ],
  },
  {
    service: 'path',
    method: 'POST',
    path: '/api/quests/:id/complete',
    scopes: ['identity'],
    graphql: COMPLETE,
    good: {
      given: async (system) => ({
        as: await newPerson(system),
        params: { id: await addQuest(system, { credentialType: 'path_initiate' }) },
      }),
      status: 200,
      form: 'bare',
      value: { ...COMPLETION, credentialIssued: { id: 'string', type: 'string' } },
    },
    refusals: [],
  },
]
