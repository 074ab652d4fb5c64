// Which steps there are, what each needs, and why one cannot run.
import { checkAuthorization } from './authorization/diff.ts'
import { checkComposition } from './composition.ts'
import { checkFederation } from './federation/diff.ts'
import type { Finding, Step } from './finding.ts'
import { checkFresh } from './fresh.ts'
import { comparableSubgraphs, type Graph } from './graph.ts'
import { checkHouse } from './house/check.ts'
import { checkOperations, checkPeers, checkWithdrawn } from './operations.ts'
import { checkPlans } from './plans.ts'
import { checkRest } from './rest/diff.ts'
import type { Project } from './run.ts'
import type { KnownOperation } from './sources/known-operations.ts'
import type { Tree } from './sources/tree.ts'
import { usageOf, type Usage } from './usage.ts'

export interface StepPlan {
  step: Step
  /** Why it cannot run; undefined when it can. */
  notPossible?: string | undefined
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
  return Object.entries(PLANS).map(([step, plan]) => {
    return { step: step as Step, ...plan({ ...input, usage, alike: graphs.base === graphs.head }) }
  })
}

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
  composition: ({ graphs: { base, head } }) => ({ run: () => checkComposition(base, head) }),
  api: ({ graphs, usage }) => ({
    notPossible: missing(graphs, 'schema', 'API schema'),
    run: async () => {
      if (graphs.base.api === graphs.head.api) return []
      const { checkApi } = await import('./api/diff.ts')
      return checkApi(graphs.base, graphs.head, usage)
    },
  }),
  federation: ({ graphs, alike }) => ({
    notPossible: missing(graphs, 'subgraphs', 'subgraphs'),
    run: async () =>
      alike ? [] : checkFederation(...(await comparableSubgraphs(graphs.base, graphs.head))),
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
  house: ({ trees, graphs }) => ({ run: () => newProblems(trees, graphs) }),
  rest: ({ trees: { base, head } }) => ({
    notPossible: base.openapi ? undefined : 'The base has no schema/openapi.json.',
    run: () => checkRest(base.openapi, head.openapi),
  }),
}

/** A rule of the house that was broken before is no doing of this change. */
function newProblems({ base: tree }: Both<Tree>, { base, head }: Both<Graph>): Finding[] {
  if (base === head) return []
  const known = tree.subgraphs.length > 0 ? checkHouse(base.subgraphs).map(({ id }) => id) : []
  return checkHouse(head.subgraphs).filter(({ id }) => !known.includes(id))
}

const UNCOMPOSED = 'The head does not compose.'

function missing(
  { base, head }: Both<Graph>,
  part: 'schema' | 'supergraph' | 'subgraphs',
  name: string,
): string | undefined {
  const lacks = ({ [part]: found }: Graph) => !found || (Array.isArray(found) && found.length === 0)
  // A base of one supergraph is compared with the head's.
  if (lacks(head) || (base.extracted && !head.supergraph)) return UNCOMPOSED
  if (!lacks(base)) return undefined
  return base.errors.length > 0 ? 'The base does not compose.' : `The base has no ${name}.`
}
