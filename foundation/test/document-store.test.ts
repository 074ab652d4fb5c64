// The documents that an endpoint keeps.
import { parse } from 'graphql'
import { expect, test } from 'vitest'
import { DocumentStore } from '#foundation/graphql/document-store.ts'

test('A document is stored from its second request on', async () => {
  const store = new DocumentStore()
  const document = parse('{ me { id } }')
  await store.set('a', document)
  expect(await store.get('a')).toBeUndefined()
  await store.set('a', document)
  expect(await store.get('a')).toBe(document)
})

test('Documents that are sent once evict none, and long ones evict others', async () => {
  const store = new DocumentStore()
  const send = (key: string, text: string) => store.set(key, parse(text))
  for (let time = 0; time < 2; time += 1) await send('a', '{ me { id } }')
  for (let number = 0; number < 5_000; number += 1) await send(`${number}`, '{ __typename }')
  expect(await store.get('a')).toBeDefined()
  const long = `{ __type(name: "${'x'.repeat(300_000)}") { name } }`
  for (const key of ['b', 'b', 'c', 'c']) await send(key, long)
  expect(await store.get('c')).toBeDefined()
  expect(await store.get('a')).toBeUndefined()
  expect(await store.get('b')).toBeUndefined()
})
