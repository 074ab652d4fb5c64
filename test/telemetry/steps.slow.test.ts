// What the steps of requests and of background work tell those who observe them.
import { readFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  fetchSteps,
  operationSteps,
  peerSteps,
  planSteps,
  requestSteps,
  statementSteps,
  workSteps,
  type FetchStep,
  type OperationStep,
  type PeerStep,
  type PlanStep,
  type RequestStep,
  type StatementStep,
  type WorkStep,
} from '#foundation/telemetry/steps.ts'
import { addQuest } from '#test/story.ts'
import { startTestSystem, type Person, type TestSystem } from '#test/system.ts'

const DASHBOARD = readFileSync(
  new URL('../../schema/operations/dashboard.graphql', import.meta.url),
  'utf8',
)

const requests: RequestStep[] = []
const plans: PlanStep[] = []
const fetches: FetchStep[] = []
const operations: OperationStep[] = []
const peers: PeerStep[] = []
const works: WorkStep[] = []
const statements: StatementStep[] = []
const all = [requests, plans, fetches, operations, peers, works, statements]

const addTo = <Step>(list: Step[]) => ({ asyncEnd: (step: Step) => void list.push(step) })
const observers = [
  [requestSteps, addTo(requests)],
  [planSteps, addTo(plans)],
  [fetchSteps, addTo(fetches)],
  [operationSteps, addTo(operations)],
  [peerSteps, addTo(peers)],
  [workSteps, addTo(works)],
] as const
const onStatement = (step: unknown) => void statements.push(step as StatementStep)

/** Polls of the processes end meanwhile, too. */
const ofRouter = () => requests.find(({ server }) => server === 'router')

let system: TestSystem
let ada: Person
let token: string
beforeAll(async () => {
  for (const [steps, observer] of observers) steps.subscribe(observer as never)
  statementSteps.subscribe(onStatement)
  system = await startTestSystem()
  ada = await system.join('ada', { xp: 200 })
  token = await ada.token()
})
afterAll(async () => {
  for (const [steps, observer] of observers) steps.unsubscribe(observer as never)
  statementSteps.unsubscribe(onStatement)
  await system.stop()
})
afterEach(() => {
  for (const list of all) list.length = 0
})

test('a request tells its route, client, operation and units, and its plan and fetches name it', async () => {
  const response = await system.graphql(DASHBOARD, { token })
  expect(response.body).not.toHaveProperty('errors')
  await expect.poll(ofRouter).toBeDefined()
  const request = ofRouter()
  expect(request).toMatchObject({
    server: 'router',
    method: 'POST',
    route: '/graphql',
    status: '200',
    clientId: 'test-client',
    operation: {
      type: 'query',
      registeredName: undefined,
      hash: expect.stringMatching(/^[\da-f]{64}$/),
    },
    units: Number(response.headers.get('x-cost-estimated')),
  })
  expect(plans.map((plan) => plan.request)).toEqual([request])
  expect(fetches.length).toBeGreaterThan(2)
  for (const { request: of } of fetches) expect(of).toBe(request)
})

test('a plan that is known is no step, and a registered operation has its name', async () => {
  const { operations: registered } = JSON.parse(
    readFileSync(new URL('../../schema/clients/typed-client.json', import.meta.url), 'utf8'),
  ) as { operations: { body: string; name: string }[] }
  const { body } = registered.find(({ name }) => name === 'Me')!
  await system.graphql(body, { token })
  await expect.poll(ofRouter).toBeDefined()
  expect(ofRouter()!.operation).toMatchObject({ registeredName: 'Me' })
  expect(plans).toEqual([])
})

test('an operation names its service, and a statement has its SQL, its time and its rows', async () => {
  await addQuest(system)
  const read = () => system.fetch(`${system.address('path')}/api/quests`, { token })
  await read()
  expect(operations.map(({ service }) => service)).toContain('path')
  const quests = statements.filter(({ service, sql }) => service === 'path' && /"quests"/.test(sql))
  await read()
  const ofPath = () => requests.filter(({ route }) => route === '/api/quests')
  await expect.poll(ofPath).toHaveLength(2)
  const [first, second] = ofPath()
  for (const { durationMs, error } of quests) {
    expect(error).toBeUndefined()
    expect(durationMs).toBeGreaterThan(0)
  }
  // On the clock of requests, it is after the beginning of its own and before the next.
  const isWithin = ({ began, durationMs }: StatementStep) =>
    began > first!.began && began + durationMs < second!.began
  expect(quests.filter(isWithin).map(({ rows }) => rows)).toContain(1)
})

test('a mutation tells of its calls to peers and of its commits', async () => {
  const questId = await addQuest(system)
  const path = `${system.address('path')}/api/quests/${questId}/complete`
  expect(await system.fetch(path, { method: 'POST', token })).toMatchObject({ status: 200 })
  // The response does not wait for a slow Market.
  await expect
    .poll(() => peers.map(({ peer }) => peer))
    .toEqual(expect.arrayContaining(['identity', 'market']))
  const committed = statements.filter(({ sql }) => sql === 'commit')
  expect(new Set(committed.map(({ service }) => service))).toContain('path')
})

test('workers tell of their rounds', async () => {
  await expect
    .poll(() => new Set(works.map(({ kind, name }) => `${kind} ${name}`)))
    .toContain('round deliver audit events')
})
