// Unusual spellings of requests, which the fast paths for common requests must handle as Express does.
import { request } from 'undici'
import { beforeAll, expect, test } from 'vitest'
import { addQuest } from '#test/story.ts'
import { testSystem } from '#test/system.ts'

const system = testSystem({ topology: 'one process' })
let token: string
beforeAll(async () => {
  token = await (await system.join('ada')).token()
  await Promise.all(Array.from({ length: 101 }, () => addQuest(system)))
})

/** Uses undici's `request`, because `fetch` adds `no-cache` to conditional requests. */
async function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const {
    statusCode,
    headers: got,
    body,
  } = await request(`${system.address('path')}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...headers },
  })
  return { status: statusCode, headers: got, text: await body.text() }
}

test('A path works in capitals, and with a slash at its end', async () => {
  const { text } = await ask('/api/quests')
  for (const path of ['/API/Quests', '/api/quests/', '/api/quests?']) {
    expect(await ask(path)).toMatchObject({ status: 200, headers: { 'api-version': '2.0' }, text })
  }
  expect((await ask('/api//quests')).status).toBe(404)
})

test('HEAD has the headers of GET, and no body', async () => {
  const { headers, text } = await ask('/api/quests')
  const head = await ask('/api/quests', {}, 'HEAD')
  expect(head.text).toBe('')
  expect(head.headers['content-length']).toBe(String(Buffer.byteLength(text)))
  expect(head.headers['content-type']).toBe(headers['content-type'])
})

test('A conditional request gets the response that Express gives', async () => {
  expect(await ask('/api/quests', { 'if-none-match': '*' })).toMatchObject({
    status: 304,
    text: '',
  })
  expect((await ask('/api/quests', { 'if-none-match': '"a"' })).status).toBe(200)
})

test('pages link to each other in the order of their parameters', async () => {
  const link = async (path: string) => (await ask(path)).headers.link
  expect(await link('/api/quests')).toBe('</api/quests?page=2&limit=100>; rel="next"')
  expect(await link('/api/quests?limit=50&x=1&page=2')).toBe(
    [
      '</api/quests?limit=50&x=1&page=1>; rel="first"',
      '</api/quests?limit=50&x=1&page=1>; rel="prev"',
      '</api/quests?limit=50&x=1&page=3>; rel="next"',
      '</api/quests?limit=50&x=1&page=3>; rel="last"',
    ].join(', '),
  )
})
