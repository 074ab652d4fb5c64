// The messages of the REST step are sentences that begin with their place.
import { expect, test } from 'vitest'
import { checkRest } from '../../src/rest/diff.ts'

const library = (operation: object) => ({
  file: 'openapi.json',
  text: JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Library', version: '1' },
    paths: { '/books': { get: operation } },
  }),
})

const list = (schema: object) => ({
  200: { description: 'ok', content: { 'application/json': { schema } } },
})

test('a message says what becomes what', () => {
  const base = library({
    operationId: 'listBooks',
    tags: ['Books'],
    security: [{ oauth: ['read', 'buy'] }],
    responses: list({ type: 'array', maxItems: 50, items: { type: 'string', format: 'date' } }),
  })
  const head = library({
    operationId: 'books',
    security: [{ oauth: ['read'] }],
    responses: list({ type: 'array', maxItems: 100, items: { type: 'string' } }),
  })
  expect(checkRest(base, head).map(({ message }) => message)).toEqual([
    'GET /books requires less than before: oauth buy and read becomes oauth read.',
    'GET /books 200 has another bound: maxItems 50 becomes 100.',
    'GET /books 200[] has another format: date becomes none.',
    'GET /books has another name: listBooks becomes books.',
    'GET /books has other tags: Books becomes none.',
  ])
})
