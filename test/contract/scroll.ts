// The Scroll service's rows of the contract.
import { addScroll } from '#test/story.ts'
import type { TestSystem } from '#test/system.ts'
import type { Scroll } from '../../subgraphs/scroll/tables.ts'
import type { Refusal, Row, Story } from './row.ts'

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

/** A request about a scroll of the caller's. */
const editing =
  (body?: Record<string, unknown>, about: Partial<Scroll> = {}): Story =>
  async (system) => {
    const as = await newPerson(system)
    const id = await addScroll(system, { authorId: as.id, ...about })
    return { as, params: { id }, ...(body && { body }) }
  }

/** The refusals for anybody but the author. */
const notOnesOwn = (body?: Record<string, unknown>): Refusal[] => {
  const authorId = 'identity_somebody'
  return [
    {
      when: 'it is unknown',
      given: async (system) => ({
        ...(await editing(body)(system)),
        params: { id: 'scroll_none' },
      }),
      code: 'NOT_FOUND',
      details: { resource: 'Scroll', id: 'scroll_none' },
    },
    {
      when: 'it belongs to somebody else',
      given: editing(body, { authorId }),
      code: 'INSUFFICIENT_PERMISSIONS',
      details: { reason: 'not_author' },
    },
    {
      when: 'it belongs to somebody else, and the caller may not see it',
      given: editing(body, { authorId, visibility: 'private' }),
      code: 'NOT_FOUND',
      details: { resource: 'Scroll', id: (id: unknown) => typeof id === 'string' },
    },
  ]
}

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
        when: 'the content is short enough in characters and too long in bytes',
        given: publishing({ content: '☉'.repeat(50_000) }),
        code: 'VALIDATION_ERROR',
        details: { field: 'body', reason: 'must not be larger than 102400 bytes' },
      },
      {
        when: 'the visibility is invalid',
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
        when: 'the token has no person',
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
  {
    service: 'scroll',
    method: 'PATCH',
    path: '/api/scrolls/:id',
    scopes: ['identity'],
    graphql: `mutation Edit($id: ID!, $input: EditScrollInput!) {
      editScroll(scrollId: $id, input: $input) { ${FIELDS} editedAt }
    }`,
    good: {
      given: editing({ title: 'The Second Winter', visibility: 'house' }),
      status: 200,
      form: 'envelope',
      value: { ...SCROLL, editedAt: 'timestamp' },
    },
    refusals: [
      {
        when: 'the title is blank',
        given: editing({ title: ' ' }),
        code: 'VALIDATION_ERROR',
        details: { field: 'title', reason: 'must not be blanks alone' },
      },
      {
        when: 'the content is not a string',
        given: editing({ content: 7 }),
        code: 'VALIDATION_ERROR',
        details: { field: 'content', reason: 'must be a string' },
      },
      ...notOnesOwn({ title: 'Mine' }),
      {
        when: 'it has been withdrawn',
        given: editing({ title: 'Again' }, { withdrawnAt: new Date() }),
        code: 'VALIDATION_ERROR',
        details: { reason: 'SCROLL_WITHDRAWN' },
      },
    ],
  },
  {
    service: 'scroll',
    method: 'PATCH',
    path: '/api/scrolls/:id',
    scopes: ['identity'],
    graphql: `mutation Edit($id: ID!, $input: EditScrollInput!) {
      editScroll(scrollId: $id, input: $input) { ${FIELDS} editedAt }
    }`,
    // Nothing is changed.
    good: {
      given: editing({}),
      status: 200,
      form: 'envelope',
      value: { ...SCROLL, editedAt: 'timestamp' },
      absent: ['editedAt'],
    },
    refusals: [],
  },
  {
    service: 'scroll',
    method: 'DELETE',
    path: '/api/scrolls/:id',
    scopes: ['identity'],
    graphql: `mutation Withdraw($id: ID!) {
      withdrawScroll(scrollId: $id) { ${FIELDS} withdrawnAt }
    }`,
    good: {
      given: editing(),
      status: 200,
      form: 'envelope',
      value: { ...SCROLL, withdrawnAt: 'timestamp' },
    },
    refusals: notOnesOwn(),
  },
]
