// What a router reads from a file or a URL, and what it refuses to read.
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startSupergraphHost, type SupergraphHost } from '../../test/supergraph-host.ts'
import { reasonOf } from '../read-failure.ts'
import { sourceAt } from '../source-at.ts'
import { MAX_SUPERGRAPH_BYTES, readFirst, type SupergraphSource } from '../source.ts'

const NEVER = new AbortController().signal

let folder: string
let host: SupergraphHost
let other: SupergraphHost
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ecosystem-source-'))
  host = await startSupergraphHost()
  other = await startSupergraphHost()
})
afterAll(async () => {
  await Promise.all([host.close(), other.close()])
  await rm(folder, { recursive: true })
})

const failure = (source: SupergraphSource, signal = NEVER) =>
  source.read(signal).then(
    () => 'it was read',
    (error: unknown) => reasonOf(error),
  )

describe('a supergraph at a URL', () => {
  test.each<[string, Record<string, string>, Record<string, string>]>([
    ['an ETag', { etag: '"1"' }, { 'if-none-match': '"1"' }],
    ['a weak ETag', { etag: 'W/"1"' }, { 'if-none-match': 'W/"1"' }],
    [
      'only a date',
      { 'last-modified': 'Thu, 26 Nov 2026 12:00:00 GMT' },
      { 'if-modified-since': 'Thu, 26 Nov 2026 12:00:00 GMT' },
    ],
    [
      'an ETag and a date',
      { etag: '"1"', 'last-modified': 'Thu, 26 Nov 2026 12:00:00 GMT' },
      { 'if-none-match': '"1"' },
    ],
  ])('An unchanged supergraph is not sent again with %s', async (_name, validators, conditions) => {
    const source = sourceAt(host.url)
    host.serve('type Query', validators)
    expect(await source.read(NEVER)).toBe('type Query')
    expect(await source.read(NEVER)).toBeUndefined()
    const { 'if-none-match': etag, 'if-modified-since': date } = host.received.at(-1)!
    expect({ etag, date }).toEqual({
      etag: conditions['if-none-match'],
      date: conditions['if-modified-since'],
    })
  })

  test('A supergraph without a validator is sent each time', async () => {
    const source = sourceAt(host.url)
    host.serve('type Query', {})
    expect(await source.read(NEVER)).toBe('type Query')
    expect(await source.read(NEVER)).toBe('type Query')
  })

  test('A supergraph that changed in the second in which it was read is read again', async () => {
    const source = sourceAt(host.url)
    const second = 'Thu, 26 Nov 2026 12:00:00 GMT'
    host.serve('type Query', { date: second, 'last-modified': second })
    expect(await source.read(NEVER)).toBe('type Query')
    host.serve('type Query { changed: Int }', { date: second, 'last-modified': second })
    expect(await source.read(NEVER)).toBe('type Query { changed: Int }')
  })

  test('A name and password reach only their own origin, and no message', async () => {
    other.serve('type Query')
    host.redirect(other.url)
    const url = new URL(`${host.url}?signature=secret`)
    url.username = 'ada'
    url.password = 'p@ss'
    const source = sourceAt(url.href)
    expect(source.name).toBe(host.url)
    expect(await source.read(NEVER)).toBe('type Query')
    const basic = `Basic ${Buffer.from('ada:p@ss').toString('base64')}`
    expect(host.received.at(-1)!.authorization).toBe(basic)
    expect(other.received.at(-1)!.authorization).toBeUndefined()
    host.fail(403)
    await expect(readFirst(source)).rejects.toThrow(
      `--supergraph: cannot read ${host.url} (it responds with status 403).`,
    )
  })

  test.each<[string, () => void, string]>([
    ['fails', () => host.fail(503), 'it responds with status 503'],
    ['sends 304 for what nobody has', () => host.fail(304), 'it responds with status 304'],
    ['redirects without end', () => host.redirect(), 'it redirects more than 5 times'],
    [
      'redirects to a file',
      () => host.redirect('file:///etc/hosts'),
      'it redirects from http:// to file://',
    ],
    [
      'sends too much',
      () => host.serve('#'.repeat(MAX_SUPERGRAPH_BYTES + 1)),
      'it has more than 16777216 bytes',
    ],
  ])('a host that %s is reported', async (_name, behave, reason) => {
    behave()
    expect(await failure(sourceAt(host.url))).toBe(reason)
  })

  test('a read ends with its signal, even in the middle of a response', async () => {
    host.hang()
    const ends = new AbortController()
    const requested = host.requested()
    const failed = failure(sourceAt(host.url), ends.signal)
    await requested
    ends.abort(new Error('The router stops.'))
    expect(await failed).toBe('The router stops.')
  })

  test('a host that is down is reported with the reason of the system', async () => {
    const gone = await startSupergraphHost()
    await gone.close()
    expect(await failure(sourceAt(gone.url))).toBe('connection refused')
  })
})

describe('a supergraph in a file', () => {
  test('A changed file is read, and so is a link with a new target', async () => {
    const file = join(folder, 'a.graphql')
    await writeFile(file, '\u{feff}one')
    const source = sourceAt(file)
    expect(await source.read(NEVER)).toBe('one')
    await writeFile(file, 'two')
    expect(await source.read(NEVER)).toBe('two')
    await writeFile(`${file}.next`, 'three')
    await rename(`${file}.next`, file)
    expect(await source.read(NEVER)).toBe('three')
  })

  test('a file that is being written is read once it stays the same', async () => {
    const file = join(folder, 'b.graphql')
    await writeFile(file, 'whole')
    const source = sourceAt(file)
    await source.read(NEVER)
    let text = 'more'
    await writeFile(file, text)
    const over = new AbortController()
    const failed = failure(source).finally(() => over.abort())
    do await writeFile(file, (text += ' more'))
    while (!over.signal.aborted)
    expect(await failed).toBe('it changes while it is read')
    expect(await source.read(NEVER)).toBe(text)
  })

  test.each([
    ['is not there', 'nowhere.graphql', 'no such file or directory'],
    ['is a folder', '.', 'illegal operation on a directory'],
  ])('a file that %s is reported', async (_name, name, reason) => {
    expect(await failure(sourceAt(join(folder, name)))).toBe(reason)
  })

  test('a file that is too large is reported', async () => {
    const file = join(folder, 'large.graphql')
    await writeFile(file, '#'.repeat(MAX_SUPERGRAPH_BYTES + 1))
    expect(await failure(sourceAt(file))).toBe('it has more than 16777216 bytes')
  })
})

test('a location that is no URL is refused', () => {
  expect(() => sourceAt('http://')).toThrow(
    '--supergraph must be a file or a valid http or https URL.',
  )
})
