// The Scroll service's rows of the contract.
import { addScroll } from '#test/story.ts'
import type { TestSystem } from '#test/system.ts'
import type { Row, Story } from './row.ts'

const newPerson = (system: TestSystem) => system.join(`p${crypto.randomUUID().slice(0, 8)}`)

const FIELDS = 'id title author house visibility settlementWeight createdAt'
const SCROLL = {
  id: 'string',
  title: 'string',
  author: 'string',
  house: 'string',
  visibility: 'string',
  settlementWeight: 'integer',
  createdAt: 'timestamp',
} as const

/** The caller publishes a scroll. */
const publishing =
  (change: Record<string, unknown> = {}): Story =>
  async (system) => ({
    as: await newPerson(system),
    body: { title: 'The First Winter', content: 'We had one stove.', ...change },
  })

export const scrollRows: Row[] = [
  {
    service: 'scroll',
    method: 'GET',
    path: '/api/scrolls',
    scopes: ['identity'],
    graphql: `query Scrolls($first: Int, $offset: Int) {
      scrolls(first: $first, offset: $offset) {
        nodes { ${FIELDS} }
        totalCount
      }
    }`,
    good: {
      given: async (system) => {
        await addScroll(system)
        return { as: await newPerson(system) }
      },
      status: 200,
      form: 'list',
      name: 'scrolls',
      value: SCROLL,
    },
    refusals: [],
  },
  {
    service: 'scroll',
    method: 'POST',
    path: '/api/scrolls',
    scopes: ['identity'],
    graphql: `mutation Publish($input: PublishScrollInput!) {
      publishScroll(input: $input) { ${FIELDS} }
    }`,
    good: {
      given: publishing({ visibility: 'house' }),
      status: 201,
      form: 'envelope',
      value: SCROLL,
    },
    refusals: [
      {
        when: 'two fields are missing',
        given: async (system) => ({ as: await newPerson(system), body: {} }),
        code: 'VALIDATION_ERROR',
        details: {
          issues: [
            { field: 'title', reason: 'is required' },
            { field: 'content', reason: 'is required' },
          ],
        },
      },
      {
        when: 'the title is too long',
        given: publishing({ title: 'x'.repeat(201) }),
        code: 'VALIDATION_ERROR',
        details: { field: 'title', reason: 'must have 1 to 200 characters' },
      },
      {
        when: 'the content is empty',
        given: publishing({ content: '' }),
        code: 'VALIDATION_ERROR',
        details: { field: 'content', reason: 'must have 1 to 50000 characters' },
      },
      {
        when: 'the content is too long',
        given: publishing({ content: 'x'.repeat(50_001) }),
        code: 'VALIDATION_ERROR',
        details: { field: 'content', reason: 'must have 1 to 50000 characters' },
      },
      {
        when: 'the content has few enough characters and too many bytes',
        given: publishing({ content: '☉'.repeat(50_000) }),
        code: 'VALIDATION_ERROR',
        details: { field: 'body', reason: 'must not be larger than 102400 bytes' },
      },
      {
        when: 'the visibility is none',
        given: publishing({ visibility: 'friends' }),
        code: 'VALIDATION_ERROR',
        details: { field: 'visibility', reason: 'must be one of public, house, private' },
      },
      {
        when: 'the text holds a NUL',
        given: publishing({ content: 'a\0b' }),
        code: 'VALIDATION_ERROR',
        details: { reason: 'NUL_CHARACTER' },
      },
      {
        when: 'the token stands for a client alone',
        given: async (system) => {
          const { as, ...given } = await publishing()(system)
          const id = `client_${as.username}`
          const token = () => as.token({ subject: id, clientId: id })
          return { ...given, as: { ...as, id, token } }
        },
        code: 'INSUFFICIENT_PERMISSIONS',
        details: { reason: 'no_identity' },
      },
    ],
  },
]
