// Manifests of registered clients: what is taken, and the sentence for each that is not.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { documentId, parseClient, readClients } from '../../router/clients.ts'
import { register } from '../register-client.ts'

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
    [
      'of another format',
      { format: 'relay' },
      'phone.json is not an apollo-persisted-query-manifest',
    ],
    ['of another version', { version: 2 }, 'of version 1'],
    ['without an owner', { owner: ' ' }, 'must have a name and an owner'],
    ['of another client', { name: 'watch' }, 'must be named watch.json'],
    ['of a client whose name ends alike', { name: 'hone' }, 'must be named hone.json'],
    ['without operations', { operations: {} }, 'must have a list of operations'],
    ['with an operation that is none', { operations: [null] }, 'without a name or body'],
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
    expect(() => parseClient('phone.json', '[')).toThrow('phone.json is not a JSON object.')
    expect(() => parseClient('phone.json', 'null')).toThrow('phone.json is not a JSON object.')
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

describe('registering', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'ecosystem-register-'))
    mkdirSync(join(folder, 'clients'))
    writeFileSync(
      join(folder, 'api.graphql'),
      'type Query { quests: [Quest] } type Quest { id: ID }',
    )
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const newBody = 'query Quests { quests { id __typename } }'
  const brokenBody = 'query Titles { quests { title } }'
  const operationOf = (text: string) => ({ ...operation, id: documentId(text), body: text })

  const registered = (...operations: object[]) =>
    writeFileSync(join(folder, 'clients/phone.json'), JSON.stringify({ ...manifest, operations }))

  const run = (bodies: string[], ...more: string[]) =>
    runWith(Object.fromEntries(bodies.map((text) => [documentId(text), text])), ...more)

  function runWith(input: unknown, ...more: string[]) {
    const file = join(folder, 'persisted-documents.json')
    writeFileSync(file, typeof input === 'string' ? input : JSON.stringify(input))
    const args = ['--name', 'phone', '--owner', 'ada@example.org', ...more, file]
    const reported = register(args, pathToFileURL(`${folder}/`))
    const text = readFileSync(join(folder, 'clients/phone.json'), 'utf8')
    return { reported, ids: parseClient('phone.json', text).operations.map(({ id }) => id) }
  }

  test('makes the manifest of a new client', () => {
    expect(run([body])).toEqual({
      reported: ['written: schema/clients/phone.json'],
      ids: [operation.id],
    })
  })

  test('takes ids with their algorithm, as graphql-codegen writes them', () => {
    expect(runWith({ [`sha256:${operation.id}`]: body }).ids).toEqual([operation.id])
  })

  test('takes what @apollo/generate-persisted-query-manifest writes as well', () => {
    const { format, version } = manifest
    expect(runWith({ format, version, operations: [operation] }).ids).toEqual([operation.id])
  })

  const sha1 = createHash('sha1').update(body).digest('hex')
  const FORM = 'must be JSON: ids → documents'

  test.each<[string, unknown, string]>([
    ['a short id', { abc: body }, 'the id abc is not the SHA-256 of its document'],
    ['a SHA-1', { [sha1]: body }, `the id ${sha1} is not the SHA-256 of its document`],
    ['the id of another', { [documentId('')]: body }, `the id ${documentId('')} is not`],
    [
      'another id in a manifest',
      { ...manifest, operations: [{ ...operation, id: 'abc' }] },
      'the id abc is not the SHA-256 of its document',
    ],
    ['a document that is no text', { abc: { kind: 'Document' } }, FORM],
    ['a manifest of nothing', { format: manifest.format, operations: [null] }, FORM],
    ['a manifest without operations', { format: manifest.format, version: 1 }, FORM],
    ['a list', [body], FORM],
    ['a text', '"text"', FORM],
    ['nothing', 'null', FORM],
    ['no JSON', 'query Quests { quests { id } }', FORM],
  ])('refuses %s, names the file, and writes nothing', (_title, input, sentence) => {
    expect(() => runWith(input)).toThrow(sentence)
    expect(() => runWith(input)).toThrow('persisted-documents.json')
    expect(existsSync(join(folder, 'clients/phone.json'))).toBe(false)
  })

  test('refuses a file that cannot be read, and names it', () => {
    const args = ['--name', 'phone', '--owner', 'ada@example.org', '/nope.json']
    expect(() => register(args, pathToFileURL(`${folder}/`))).toThrow('/nope.json cannot be read.')
  })

  test('keeps what installed apps still send, under the same name too', () => {
    registered(operation)
    expect(run([newBody]).ids).toEqual([operation.id, documentId(newBody)].toSorted())
  })

  test('leaves out what is not valid any more, and says so', () => {
    registered(operation, operationOf(brokenBody))
    const { reported, ids } = run([newBody])
    expect(ids).toEqual([operation.id, documentId(newBody)].toSorted())
    expect(reported[0]).toBe(`left out: Quests ${documentId(brokenBody)}, no longer valid`)
  })

  test('withdraws what it is told to', () => {
    registered(operation)
    expect(run([newBody], '--withdraw', operation.id).ids).toEqual([documentId(newBody)])
  })

  test('withdraws nothing that it does not know, or that is registered anew', () => {
    expect(() => run([body], '--withdraw', 'abc')).toThrow('abc is not registered for phone.')
    registered(operation)
    expect(() => run([body], '--withdraw', operation.id)).toThrow('is also among the documents')
  })
})
