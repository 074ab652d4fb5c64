// wrk (https://github.com/wg/wrk) as the client: a side that it asks has the machine nearly for itself.
import { execFile } from 'node:child_process'
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { newId } from '#foundation/domain/ids.ts'

const run = promisify(execFile)

/** The requests that wrk sends in turn. */
export interface WrkRequests {
  origin: string
  method: 'GET' | 'POST'
  /** Each caller begins at another one. */
  paths: readonly string[]
  /** One for each caller. */
  headers: readonly Readonly<Record<string, string>>[]
  /** `FRESH` in it is another word in each request. */
  body: string | null
}

/** What wrk did: how many requests, and the milliseconds that half and 99 of 100 of them took. */
export interface WrkLoad {
  requests: number
  p50Ms: number
  p99Ms: number
}

/**
 * Sends the requests over so many connections for so many seconds.
 * @throws when a response has a status of 400 or more, or none comes, or wrk is not installed
 */
export async function loadByWrk(
  requests: WrkRequests,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<WrkLoad> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'ecosystem-wrk-'))
  const script = join(folder.path, 'requests.lua')
  await writeFile(script, programOf(requests))
  const options = [
    '-t1',
    '--timeout',
    '30s',
    `-c${connections}`,
    `-d${seconds}s`,
    '-s',
    script,
    requests.origin,
  ]
  const { stdout } = await run('wrk', options)
  const load = JSON.parse(stdout.slice(stdout.lastIndexOf('\n{'))) as WrkLoad & { failed: number }
  if (load.failed === 0 && load.requests > 0) return load
  throw new Error(`${load.failed} requests of ${load.requests} to ${requests.origin} failed.`)
}

/** It runs in one thread, so there is one counter; a request that repeats is written once. */
function programOf({ method, paths, headers, body }: WrkRequests): string {
  const callers = headers.map((each) => {
    const fields = Object.entries(each).map(([name, value]) => `[${lua(name)}]=${lua(value)}`)
    return `{${fields.join(',')}}`
  })
  return `
local paths = {${paths.map(lua).join(',')}}
local callers = {${callers.join(',')}}
local body = ${body === null ? 'nil' : lua(body)}
local fresh = ${body?.includes('FRESH') ? lua(newId('fresh')) : 'nil'}
local sent = -1
local prepared = {}
function request()
  sent = sent + 1
  local caller = sent % #callers + 1
  if #paths == 1 and prepared[caller] then return prepared[caller] end
  local first = math.floor((caller - 1) * #paths / #callers)
  local path = paths[(first + math.floor(sent / #callers)) % #paths + 1]
  if fresh then
    return wrk.format(${lua(method)}, path, callers[caller], body:gsub('FRESH', fresh..sent))
  end
  prepared[caller] = wrk.format(${lua(method)}, path, callers[caller], body)
  return prepared[caller]
end
function done(summary, latency)
  local e = summary.errors
  local failed = e.connect + e.read + e.write + e.status + e.timeout
  io.write(string.format('\\n{"requests":%d,"failed":%d,"p50Ms":%f,"p99Ms":%f}\\n',
    summary.requests, failed, latency:percentile(50) / 1000, latency:percentile(99) / 1000))
end
`
}

/** A string of Lua: those of JSON are, if every control character is written as its number. */
function lua(text: string): string {
  const escaped = text.replaceAll(/[\\"\p{Cc}]/gu, (character) => {
    return `\\${String(character.charCodeAt(0)).padStart(3, '0')}`
  })
  return `"${escaped}"`
}
