// Manifests of registered clients: what is taken, and the sentence for each that is not.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { documentId, parseClient, readClients } from '../clients.ts'

const body = 'query Quests { quests { id } }'
const operation = { id: documentId(body), name: 'Quests', type: 'query', body }
const manifest = {
  format: 'apollo-persisted-query-manifest',
  version: 1,
  name: 'phone',
  owner: 'ada@example.org',
  operations: [operation],
}

const parsed = (change: object) =>
  parseClient('phone.json', JSON.stringify({ ...manifest, ...change }))

test('a manifest says who the client is and what it sends', () => {
  const { name, owner, operations } = parsed({})
  expect({ name, owner, operations }).toEqual({
    name: 'phone',
    owner: 'ada@example.org',
    operations: [operation],
  })
})

test('the id of a document is the SHA-256 of its text', () => {
  expect(documentId('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
})

describe('a manifest is refused', () => {
  test.each([
    ['of another format', { format: 'relay' }, 'phone.json is no apollo-persisted-query-manifest'],
    ['of another version', { version: 2 }, 'of version 1'],
    ['without an owner', { owner: ' ' }, 'must say name and owner'],
    ['of another client', { name: 'watch' }, 'must be called watch.json'],
    ['without operations', { operations: {} }, 'must have a list of operations'],
    ['with an operation that is none', { operations: [null] }, 'without name or body'],
    ['with a type that is none', { operations: [{ ...operation, type: 'x' }] }, 'type of Quests'],
    [
      'with a changed body',
      { operations: [{ ...operation, body: '{ a }' }] },
      'id of Quests is not',
    ],
  ])('%s', (_title, change, sentence) => {
    expect(() => parsed(change)).toThrow(sentence)
  })

  test('that is no JSON object', () => {
    expect(() => parseClient('phone.json', '[')).toThrow('phone.json holds no JSON object.')
    expect(() => parseClient('phone.json', 'null')).toThrow('phone.json holds no JSON object.')
  })
})

test('a folder of manifests is read by name, and a missing one has no clients', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ecosystem-clients-'))
  try {
    writeFileSync(join(folder, 'watch.json'), JSON.stringify({ ...manifest, name: 'watch' }))
    writeFileSync(join(folder, 'phone.json'), JSON.stringify(manifest))
    writeFileSync(join(folder, 'notes.txt'), 'no manifest')
    const clients = readClients(pathToFileURL(`${folder}/`))
    expect(clients.map(({ name }) => name)).toEqual(['phone', 'watch'])
    expect(readClients(pathToFileURL(`${folder}/missing/`))).toEqual([])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
