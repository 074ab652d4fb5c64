// The limits of planning: how many operations at once, in all and of one caller, and how many fetches.
import { describe, expect, test } from 'vitest'
import { CurrentCaller, runForCaller } from '#foundation/limits/current-caller.ts'
import type { Planner } from '../planner.ts'
import { boundPlanning, countFetches } from '../planning.ts'
import type { FetchNode, PlanNode, QueryPlan } from '../query-plan.ts'
import { unservedMetrics } from '../../metrics.ts'

const FETCH: FetchNode = { kind: 'Fetch', serviceName: 'books', operation: '{ first { id } }' }
const NEVER = new AbortController().signal

/** A planner that plans until the test settles it. */
function heldPlanner() {
  const held: { operation: string; signal: AbortSignal; plan: PromiseWithResolvers<QueryPlan> }[] =
    []
  const planner: Planner = {
    apiSchema: undefined as never,
    labels: { labels: [], percentages: [] },
    plan(operation, signal) {
      const plan = Promise.withResolvers<QueryPlan>()
      signal.addEventListener('abort', () => plan.reject(signal.reason as Error))
      held.push({ operation, signal, plan })
      return plan.promise
    },
    close: () => Promise.resolve(),
  }
  const plan = boundPlanning(planner, 100)
  return {
    held,
    started: () => held.map(({ operation }) => operation),
    /** Plans an operation for a person. */
    planFor(person: string, operation: string, signal: AbortSignal = NEVER) {
      const viewer = { identityId: person, clientId: 'app', tier: 'authenticated' }
      const identity = { viewer, service: undefined, address: '192.0.2.1' }
      const planned = runForCaller(new CurrentCaller(identity, undefined as never), () =>
        plan(operation, signal),
      )
      planned.catch(() => undefined)
      return planned
    },
    /** Settles what is planned until nothing waits. */
    async settleAll() {
      for (let index = 0; index < held.length; index += 1) {
        held[index]!.plan.resolve({})
        await new Promise(setImmediate)
      }
    },
  }
}

const REFUSAL = {
  message:
    'Too many new operations wait to be planned: at most 8 of one caller, and 64 in all. ' +
    'Send operations that were sent before, or retry later.',
  extensions: { code: 'INTERNAL_ERROR', details: { retry: true, limit: 8 } },
}

describe('concurrent planning', () => {
  test('Two operations are planned at once', async () => {
    const { planFor, started, held } = heldPlanner()
    const planned = ['a', 'b', 'c'].map((person) => planFor(person, person))
    expect(started()).toEqual(['a', 'b'])
    held[1]!.plan.resolve({})
    await planned[1]
    expect(started()).toEqual(['a', 'b', 'c'])
  })

  test('One operation of a caller is planned at once, and it delays no other caller', async () => {
    const { planFor, started, held } = heldPlanner()
    const first = planFor('a', 'a1')
    void planFor('a', 'a2')
    void planFor('b', 'b1')
    expect(started()).toEqual(['a1', 'b1'])
    held[0]!.plan.reject(new Error('cannot be planned'))
    await expect(first).rejects.toThrow('cannot be planned')
    expect(started()).toEqual(['a1', 'b1', 'a2'])
  })

  test('Eight operations of a caller may wait to be planned, and a ninth is refused', async () => {
    const { planFor, started, settleAll } = heldPlanner()
    const planned = Array.from({ length: 10 }, (_, index) => planFor('a', `a${index}`))
    await expect(planned[9]).rejects.toMatchObject(REFUSAL)
    expect(started()).toEqual(['a0'])
    const other = planFor('b', 'b0')
    await settleAll()
    expect(await Promise.all([...planned.slice(0, 9), other])).toHaveLength(10)
  })
})

describe('a client that leaves', () => {
  test('A client that leaves ends the planning of its operation, and the next one begins', async () => {
    const { planFor, started, held } = heldPlanner()
    const client = new AbortController()
    const left = planFor('a', 'a1', client.signal)
    const next = planFor('a', 'a2')
    client.abort(new Error('left'))
    expect(held[0]!.signal.aborted).toBe(true)
    await expect(left).rejects.toThrow('left')
    expect(started()).toEqual(['a1', 'a2'])
    held[1]!.plan.resolve({})
    expect(await next).toEqual({})
  })

  test('The waiting operation of a client that leaves is never planned', async () => {
    const { planFor, started, settleAll } = heldPlanner()
    const client = new AbortController()
    const first = planFor('a', 'a1')
    const left = planFor('a', 'a2', client.signal)
    const last = planFor('a', 'a3')
    client.abort(new Error('left'))
    await expect(left).rejects.toThrow('The client has closed its connection.')
    await settleAll()
    await Promise.all([first, last])
    expect(started()).toEqual(['a1', 'a3'])
  })
})

describe('the fetch limit', () => {
  const planOf = (node: PlanNode, limit: number) => {
    const planner = {
      apiSchema: undefined as never,
      labels: { labels: [], percentages: [] },
      close: () => Promise.resolve(),
    }
    return boundPlanning(
      { ...planner, plan: () => Promise.resolve({ node }) },
      limit,
      unservedMetrics(),
    )('{ a }', NEVER)
  }
  const parallel = (count: number): PlanNode => ({
    kind: 'Parallel',
    nodes: Array.from({ length: count }, () => FETCH),
  })

  test('A plan with more fetches than the limit is refused', async () => {
    expect(await planOf(parallel(3), 3)).toEqual({ node: parallel(3) })
    await expect(planOf(parallel(4), 3)).rejects.toMatchObject({
      message: 'The operation needs 4 requests to services; the fetch limit is 3.',
      extensions: { code: 'VALIDATION_ERROR', details: { reason: 'FETCH_LIMIT', limit: 3 } },
    })
  })

  test.each<[string, PlanNode | undefined, number]>([
    ['no plan', undefined, 0],
    ['a sequence of two', { kind: 'Sequence', nodes: [FETCH, parallel(2)] }, 3],
    ['entities', { kind: 'Flatten', path: [], node: { ...FETCH, requires: [] } }, 1],
    [
      'a batch',
      { kind: 'BatchFetch', serviceName: 'a', operation: '', entityBatch: { aliases: [] } },
      1,
    ],
    [
      'both branches of a condition',
      { kind: 'Condition', condition: 'x', ifClause: FETCH, elseClause: parallel(2) },
      3,
    ],
    ['half a condition', { kind: 'Condition', condition: 'x', elseClause: FETCH }, 1],
    ['a subscription', { kind: 'Subscription', primary: FETCH }, 1],
  ])('The number of fetches includes %s', (_what, node, count) => {
    expect(countFetches(node)).toBe(count)
  })
})
