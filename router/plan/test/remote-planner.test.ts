// A planner in a process of its own: it may be killed, refuse, hang or be closed.
import { execFileSync } from 'node:child_process'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { testLog } from '#test/caller.ts'
import { library } from '../../executor/test/library.ts'
import { plainShop } from '../../executor/test/plain-shop.ts'
import { shopCase } from '../../executor/test/random-results.ts'
import type { Planner } from '../planner.ts'
import { reportFailures } from '../planning-failure.ts'
import { startNativePlanner } from '../remote/remote-planners.ts'
import { startPlanner } from '../start-planner.ts'

const { supergraphSdl } = await library()
const OPERATION = '{ books { id copies } first { copies } }'
const PROGRAM = 'plan/native/process.ts'
const NEVER = new AbortController().signal

/** The planner processes of this process. */
function planners(): number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).split(
    '\n',
  )
  return lines.flatMap((line) => {
    const [pid, parent, ...command] = line.trim().split(/\s+/)
    const isOwn = Number(parent) === process.pid
    return isOwn && command.some((part) => part.endsWith(PROGRAM)) ? [Number(pid)] : []
  })
}

/** Starts a planner, with the id of its process. */
async function started(start: () => Promise<Planner>) {
  const before = new Set(planners())
  const planner = await start()
  onTestFinished(() => planner.close())
  const own = () => planners().filter((pid) => !before.has(pid))
  return { planner, own, pid: own()[0]! }
}

const native = () => started(() => startNativePlanner(supergraphSdl))
const withFallback = () => started(() => startPlanner(supergraphSdl, { log: testLog }))

/** Only Hive's planner makes a batch of this operation. */
const isNative = (plan: object) => JSON.stringify(plan).includes('"BatchFetch"')

afterEach(() => vi.useRealTimers())

describe('a signal to the group of the router', () => {
  test.each(['SIGHUP', 'SIGINT', 'SIGTERM'])(
    'A planner ignores %s, which the router handles',
    async (signal) => {
      const { planner, pid, own } = await native()
      process.kill(pid, signal)
      expect(isNative(await planner.plan(OPERATION, NEVER))).toBe(true)
      expect(own()).toEqual([pid])
      await planner.close()
      expect(own()).toEqual([])
    },
  )
})

describe('a planner that is killed', () => {
  test('A killed planner is counted once, when it is started again', async () => {
    const onRestart = vi.fn<() => void>()
    const { planner, pid } = await started(() => startNativePlanner(supergraphSdl, { onRestart }))
    process.kill(pid, 'SIGSTOP')
    const settled = Promise.allSettled([planner.plan(OPERATION, NEVER)])
    process.kill(pid, 'SIGKILL')
    await settled
    expect(onRestart).not.toHaveBeenCalled()
    await Promise.all([planner.plan(OPERATION, NEVER), planner.plan('{ first { id } }', NEVER)])
    expect(onRestart).toHaveBeenCalledOnce()
  })

  test('A killed planner fails the current operation, and a new process plans the next one', async () => {
    const { planner, pid, own } = await native()
    process.kill(pid, 'SIGSTOP')
    const planned = [planner.plan(OPERATION, NEVER), planner.plan('{ first { id } }', NEVER)]
    const settled = Promise.allSettled(planned)
    process.kill(pid, 'SIGKILL')
    const reason = { message: 'The query planner has ended: SIGKILL.' }
    expect(await settled).toMatchObject([{ reason }, { reason }])
    expect(isNative(await planner.plan(OPERATION, NEVER))).toBe(true)
    expect(own()).toHaveLength(1)
    expect(own()).not.toEqual([pid])
  })

  test('Without another planner, the death of a planner is an error with `retry`', async () => {
    const { planner, pid } = await native()
    process.kill(pid, 'SIGSTOP')
    const planned = reportFailures(planner, testLog).plan(OPERATION, NEVER)
    const settled = Promise.allSettled([planned])
    process.kill(pid, 'SIGKILL')
    const extensions = { code: 'INTERNAL_ERROR', details: { retry: true } }
    expect(await settled).toMatchObject([{ reason: { extensions } }])
  })

  test('Every operation is planned, whenever the planner is killed', async () => {
    const { planner, own } = await withFallback()
    const killed = new Set<number>()
    for (let round = 0; round < 5; round += 1) {
      const planned = Array.from({ length: 8 }, () => planner.plan(OPERATION, NEVER))
      for (const pid of own()) {
        killed.add(pid)
        process.kill(pid, 'SIGKILL')
      }
      for (const plan of await Promise.all(planned)) expect(plan.node).toBeDefined()
    }
    expect(killed.size).toBeGreaterThan(1)
  })
})

describe('an operation that is given up', () => {
  test('A process whose operation is given up plans other operations', async () => {
    const { planner, pid, own } = await native()
    const client = new AbortController()
    process.kill(pid, 'SIGSTOP')
    const left = planner.plan(OPERATION, client.signal)
    await new Promise(setImmediate)
    // The timeout is fake, because a slow machine may take seconds to cancel.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    client.abort(new Error('left'))
    process.kill(pid, 'SIGCONT')
    await Promise.allSettled([left])
    expect(isNative(await planner.plan(OPERATION, NEVER))).toBe(true)
    expect(own()).toEqual([pid])
  })

  test('A planner that does not respond to a cancellation is ended', async () => {
    const { planner, pid, own } = await withFallback()
    const client = new AbortController()
    process.kill(pid, 'SIGSTOP')
    const left = planner.plan(OPERATION, client.signal)
    await new Promise(setImmediate)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    client.abort(new Error('left'))
    vi.advanceTimersByTime(2_999)
    expect(own()).toEqual([pid])
    vi.advanceTimersByTime(1)
    await expect(left).rejects.toThrow('left')
    vi.useRealTimers()
    expect(isNative(await planner.plan(OPERATION, NEVER))).toBe(true)
    expect(own()).not.toEqual([pid])
  })

  test('An operation that is given up before it is sent is not planned', async () => {
    const { planner } = await native()
    const left = AbortSignal.abort(new Error('left'))
    await expect(planner.plan(OPERATION, left)).rejects.toThrow('left')
  })
})

describe('a supergraph that is refused', () => {
  test('A supergraph that the planner refuses is an error with the reason, and leaves no process', async () => {
    const before = planners()
    await expect(startNativePlanner('type Query { a: ')).rejects.toThrow(/\w+/)
    expect(planners()).toEqual(before)
  })

  test('A supergraph that both planners refuse is an error, and leaves no process', async () => {
    const before = planners()
    await expect(startPlanner('type Query { a: ', { log: testLog })).rejects.toThrow(/\w+/)
    expect(planners()).toEqual(before)
  })
})

test('a process that cannot be started is an error, and Apollo plans', async () => {
  const { execPath } = process
  onTestFinished(() => void (process.execPath = execPath))
  process.execPath = '/nowhere/node'
  await expect(startNativePlanner(supergraphSdl)).rejects.toThrow('ENOENT')
  const { planner, own } = await withFallback()
  expect((await planner.plan(OPERATION, NEVER)).node).toBeDefined()
  expect(own()).toEqual([])
})

describe('an operation that the planner refuses', () => {
  test('An operation that the planner refuses is an error with its reason, and the process goes on', async () => {
    const { planner, pid, own } = await native()
    await expect(planner.plan('{ nothing }', NEVER)).rejects.toThrow(/\w+/)
    await expect(planner.plan('{ ', NEVER)).rejects.toThrow(/\w+/)
    expect(isNative(await planner.plan(OPERATION, NEVER))).toBe(true)
    expect(own()).toEqual([pid])
  })
})

describe('a planner that is closed', () => {
  test('A closed planner has no process, and does not start again', async () => {
    const { planner, own } = await native()
    await planner.close()
    expect(own()).toEqual([])
    await expect(planner.plan(OPERATION, NEVER)).rejects.toThrow('The query planner is closed.')
    expect(own()).toEqual([])
    await planner.close()
  })

  test('A planner that is closed while it plans fails the operation, which no other planner gets', async () => {
    const { planner, pid, own } = await withFallback()
    process.kill(pid, 'SIGSTOP')
    const planned = planner.plan(OPERATION, NEVER)
    const settled = Promise.allSettled([planned])
    await planner.close()
    expect(await settled).toMatchObject([
      { reason: { message: 'The query planner has ended: SIGKILL.' } },
    ])
    expect(own()).toEqual([])
  })
})

test('an operation that ends the planner by a defect fails, and others are planned', async () => {
  const { supergraphSdl: sdl } = (await shopCase()).pair.graph
  const { planner, own, pid } = await started(() => startNativePlanner(sdl))
  // The router sends no such alias: see `responseNames`.
  const defect = '{ oldest { id: id ... on Media { ... on Book { id } } } }'
  const planned = [planner.plan(defect, NEVER), planner.plan('{ oldest { id } }', NEVER)]
  const [ended] = await Promise.allSettled(planned)
  expect(ended).toMatchObject({ reason: { message: 'The query planner has ended: SIGABRT.' } })
  expect((await planner.plan('{ oldest { id } }', NEVER)).node).toBeDefined()
  expect((await planner.plan(defect.replace('id: id', 'id'), NEVER)).node).toBeDefined()
  expect(own()).toHaveLength(1)
  expect(own()).not.toEqual([pid])
})

test('an operation that Hive’s planner refuses is planned by Apollo’s', async () => {
  const { supergraphSdl: sdl } = (await shopCase(undefined, plainShop)).pair.graph
  const refused = '{ reviews { author { address } } }'
  const { planner: hive } = await started(() => startNativePlanner(sdl))
  await expect(hive.plan(refused, NEVER)).rejects.toThrow('Expected a single parent')
  const { planner, own, pid } = await started(() => startPlanner(sdl, { log: testLog }))
  expect((await planner.plan(refused, NEVER)).node).toBeDefined()
  expect(own()).toEqual([pid])
})
