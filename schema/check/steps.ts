// Which steps there are, what each needs, and why one cannot run.
import type { Composition } from '../compose.ts'
import { checkAuthorization } from './authorization/diff.ts'
import { checkBase, checkComposition, compositionRules } from './composition.ts'
import { checkAddresses } from './federation/addresses.ts'
import { checkFederation } from './federation/diff.ts'
import { findingsOf, STEPS, type Finding, type Step } from './finding.ts'
import { checkFresh, type Stale } from './fresh.ts'
import { comparableSubgraphs, type Graph } from './graph.ts'
import { checkHouseRules } from './house/diff.ts'
import { checkOperations, checkPeers, checkWithdrawn } from './operations.ts'
import { checkPlans } from './plans.ts'
import { checkRest } from './rest/diff.ts'
import type { KnownOperation, RouteTables } from './sources/known-operations.ts'
import type { SubgraphText, Text, Tree } from './sources/tree.ts'
import { usageOf, type Usage } from './usage.ts'

/** What only the project itself can tell, by running it. */
export interface Project {
  /** What its services serve now; without it, what the head's files say. */
  served?: () => Promise<SubgraphText[]>
  /** Generated files that are not fresh; `composition` is of what is served, where it composes. */
  stale: (composition?: Composition) => Promise<Stale>
  /** Operations between services that are not valid where they are sent, as sentences. */
  peers: () => Promise<readonly string[]>
  routes: () => Promise<RouteTables>
}

export interface StepPlan {
  step: Step
  /** Why it cannot run; undefined when it can. */
  notPossible?: string | undefined
  /** True when it should have run: nothing passes that was not compared. */
  skipped?: boolean
  run: () => Finding[] | Promise<Finding[]>
}

interface Both<T> {
  base: T
  head: T
}

export interface StepInput {
  trees: Both<Tree>
  graphs: Both<Graph>
  operations: Both<KnownOperation[]>
  project: Project
}

/** The steps in their order. What was composed alike is not compared. */
export function stepsOf(input: StepInput): StepPlan[] {
  const { graphs, operations } = input
  const { schema } = graphs.base
  // What the head drops is still sent by whoever has not been updated yet.
  const known = [...operations.base, ...operations.head]
  const usage: Usage = schema ? usageOf(schema, known) : () => []
  const given = { ...input, usage, alike: graphs.base === graphs.head }
  return Object.entries(PLANS).map(([step, plan]) => ({
    step: step as Step,
    // Of a head that does not compose, composition says so.
    skipped: !input.trees.base.partial && graphs.head.errors.length === 0,
    ...plan(given),
  }))
}

/** What is told of a step that could not run although the base should have all that it needs. */
export function stepSkipped(step: Step, reason: string): Finding {
  const message = `${STEPS[step]} could not be compared: ${reason}`
  return tell('step-skipped', { coordinate: step }, message)
}

const tell = findingsOf('composition', compositionRules)

interface Given extends StepInput {
  usage: Usage
  /** One composition serves both. */
  alike: boolean
}

const PLANS: Record<Exclude<Step, 'approvals'>, (given: Given) => Omit<StepPlan, 'step'>> = {
  fresh: ({ graphs, project }) => ({
    notPossible: graphs.head.schema ? undefined : UNCOMPOSED,
    run: () => checkFresh(project.stale),
  }),
  composition: ({ trees, graphs: { base, head } }) => ({
    run: () => [...checkBase(trees.base), ...checkComposition(base, head)],
  }),
  api: ({ graphs, usage }) => ({
    notPossible: missing(graphs, 'schema', 'API schema'),
    run: async () => {
      if (graphs.base.api === graphs.head.api) return []
      const { checkApi } = await import('./api/diff.ts')
      return checkApi(graphs.base, graphs.head, usage)
    },
  }),
  federation: ({ trees: { base }, graphs, alike }) => ({
    notPossible: missing(graphs, 'subgraphs', 'subgraphs'),
    run: async () => [
      // A supergraph alone may be of another place, where all addresses are others.
      ...(base.partial ? [] : checkAddresses(base.supergraph?.text, graphs.head.supergraph)),
      ...(alike ? [] : checkFederation(...(await comparableSubgraphs(graphs.base, graphs.head)))),
    ],
  }),
  authorization: ({ graphs, usage, alike }) => ({
    notPossible: missing(graphs, 'subgraphs', 'subgraphs'),
    run: () => (alike ? [] : checkAuthorization(graphs.base, graphs.head, usage)),
  }),
  operations: ({ graphs, operations, project }) => ({
    notPossible: graphs.head.schema ? undefined : UNCOMPOSED,
    run: async () => [
      ...checkOperations(graphs.head, operations.head),
      ...checkWithdrawn(operations.base, operations.head),
      ...(await checkPeers(project.peers)),
    ],
  }),
  plans: ({ graphs, operations }) => ({
    notPossible: missing(graphs, 'supergraph', 'supergraph'),
    run: () => checkPlans(graphs.base, graphs.head, operations.head),
  }),
  house: ({ graphs, alike }) => ({
    notPossible: unreadable(graphs),
    run: () => (alike ? [] : checkHouseRules(graphs.base, graphs.head)),
  }),
  rest: ({ trees: { base, head }, project }) => ({
    // A whole project without a contract has promised nothing.
    notPossible: base.openapi || !base.partial ? undefined : 'The base has no schema/openapi.json.',
    run: async () => checkRest(base.openapi, await generatedContract(head, project)),
  }),
}

/** The REST contract as it is generated now, where what is committed says something else. */
async function generatedContract({ openapi }: Tree, { stale }: Project): Promise<Text | undefined> {
  const file = openapi?.file ?? 'schema/openapi.json'
  const fresh = await stale().then(
    (files) => files.get(file),
    // Nothing can be generated, which is told.
    () => undefined,
  )
  return fresh === undefined ? openapi : { file, text: fresh }
}

/** Why nobody can tell which house rules were or are broken; undefined when somebody can. */
function unreadable({ base, head }: Both<Graph>): string | undefined {
  if (head.subgraphs.length === 0) return UNCOMPOSED
  return base.subgraphs.length > 0 || base.api ? undefined : UNREADABLE
}

const UNCOMPOSED = 'The head does not compose.'
const UNREADABLE = 'The base does not compose.'

function missing(
  { base, head }: Both<Graph>,
  part: 'schema' | 'supergraph' | 'subgraphs',
  name: string,
): string | undefined {
  const lacks = ({ [part]: found }: Graph) => !found || (Array.isArray(found) && found.length === 0)
  // A base of one supergraph is compared with the head's.
  const isReported = base.subgraphs.some(({ extracted }) => extracted)
  if (lacks(head) || (isReported && !head.supergraph)) return UNCOMPOSED
  if (!lacks(base)) return undefined
  return base.errors.length > 0 ? UNREADABLE : `The base has no ${name}.`
}
