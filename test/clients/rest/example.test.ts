// examples/rest as its README runs it, against the system and over a connection that loses responses.
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { addQuest } from '../../support/story.ts'
import { testSystem } from '../../support/system.ts'

const EXAMPLE = fileURLToPath(new URL('../../../examples/rest', import.meta.url))

const run = promisify(execFile)

const system = testSystem()

/** What `npm start` of the example prints. */
async function start(apiUrl: string, token: string): Promise<string[]> {
  const env = { ...process.env, API_URL: apiUrl, TOKEN: token }
  const { stdout } = await run(process.execPath, ['main.ts'], { cwd: EXAMPLE, env })
  return stdout.trimEnd().split('\n')
}

/** Refuses the first request for a second, and loses the response to the first of each other method. */
async function startBadConnection(): Promise<{ url: string; seen: string[] }> {
  const seen: string[] = []
  // The responses promise the keep-alive time of the router, which is longer than Node's.
  const server = createServer({ keepAliveTimeout: 0 }, (incoming, response) => {
    const { method = '', url = '', headers } = incoming
    const isFirst = !seen.some((known) => known.startsWith(method))
    seen.push(`${method} ${url}`)
    if (isFirst && method === 'GET') {
      response.writeHead(429, { 'retry-after': '1', 'content-type': 'text/html' }).end('Later.')
      return
    }
    const target = new URL(url, system.address('router'))
    const onward = request(target, { method, headers }, (result) => {
      response.writeHead(result.statusCode!, result.headers)
      if (isFirst) result.on('end', () => response.destroy()).resume()
      else result.pipe(response)
    })
    incoming.pipe(onward)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen }
}

test('npm run types writes the types of the served document', async () => {
  const { scripts } = JSON.parse(readFileSync(`${EXAMPLE}/package.json`, 'utf8'))
  const [program, ...args] = scripts.types
    .replace('http://localhost:4000', system.address('router'))
    .split(' ')
  await run(`${EXAMPLE}/node_modules/.bin/${program}`, args, { cwd: EXAMPLE })
  expect(readFileSync(`${EXAMPLE}/generated/openapi.ts`, 'utf8')).toContain('"/api/quests"')
})

test('The example reads every page, and completes a quest once although its response is lost', async () => {
  const token = await (await system.join('grace')).token()
  const numbers = Array.from({ length: 101 }, (_, index) => index + 1)
  await Promise.all(numbers.map((number) => addQuest(system, { title: `Beacon ${number}` })))
  const { url, seen } = await startBadConnection()

  const lines = await start(url, token)
  const titles = lines.slice(0, 101).map((line) => line.split(':')[0])
  expect(new Set(titles)).toEqual(new Set(numbers.map((number) => `Beacon ${number}`)))
  expect(lines.slice(101)).toEqual([
    `Completed ${titles[0]}: 120 xp and 30 gold.`,
    'Grace has 120 xp, which is level 2.',
  ])
  expect(seen.map((line) => line.replace(/quest_\w+/, ':id'))).toEqual([
    'GET /api/quests?page=1&limit=100&state=available',
    'GET /api/quests?page=1&limit=100&state=available',
    'GET /api/quests?page=2&limit=100&state=available',
    'POST /api/quests/:id/complete',
    'POST /api/quests/:id/complete',
    'GET /api/me',
  ])
})

test('The example prints what the envelope of an error says', async () => {
  const refused = start(system.address('router'), 'not-a-token')
  await expect(refused).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^INVALID_TOKEN: .+\n$/),
  })
})
