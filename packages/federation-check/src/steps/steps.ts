// The table of steps, in order: what each compares, and what it needs.
import type { GuardSettings } from '../authorization/paths/access.ts'
import { checkAuthorization } from '../authorization/diff.ts'
import type { Both } from '../both.ts'
import { checkConfigTexts } from '../config/config-texts.ts'
import { apiChanges, hasContracts, withTagsAsNotes, type ApiChanges } from '../contracts/changes.ts'
import { checkConventions } from '../conventions/conventions.ts'
import { inOneForm } from '../directives/one-form.ts'
import { withWrittenNames } from '../directives/own.ts'
import { checkUrls } from '../federation/urls.ts'
import { checkFederation } from '../federation/diff.ts'
import { federatedSubgraphs } from '../federation/upgrade.ts'
import { STEPS, type Finding, type Step } from '../finding.ts'
import { checkFresh } from '../fresh.ts'
import { checkBase, checkComposition, tell } from '../graph/composition.ts'
import type { Graph } from '../graph/graph.ts'
import { checkOperations, checkPeers } from '../operations/operations.ts'
import { checkPlans } from '../operations/plans.ts'
import { usageOf, type Usage } from '../operations/usage.ts'
import { checkWithdrawn } from '../operations/withdrawn.ts'
import { generatedContracts } from '../rest/generated.ts'
import type { Tree } from '../sources/tree.ts'
import {
  isKnown,
  missing,
  PLAIN,
  UNCOMPOSED,
  undescribed,
  UNKNOWN,
  unreadable,
  withoutContract,
  withoutGenerator,
  withoutPart,
} from './reasons.ts'
import type { StepInput, StepPlan } from './step.ts'

/** The steps in order. Steps about the composition are left out when it is equal on both sides. */
export function stepsOf(input: StepInput): StepPlan[] {
  const { graphs, operations, counted } = input
  const { schema } = graphs.base
  const usage: Usage = schema
    ? usageOf(schema, operations, counted)
    : () => ({ uses: [], users: [] })
  const given = {
    ...input,
    usage,
    alike: graphs.base === graphs.head,
    changes: apiChanges(input, usage),
  }
  return Object.entries(PLANS).map(([step, plan]) => ({
    step: step as Step,
    // If the head does not compose, the composition step reports it.
    skipped: !isPart(input.trees) && graphs.head.errors.length === 0,
    ...plan(given),
  }))
}

/** True when one side is only a file, or a folder of SDL: whoever names such a part knows that steps are left out. */
const isPart = ({ base, head }: Both<Tree>) => Boolean(base.partial || head.partial)

/** The finding for a step that could not run although the base should have all it needs. */
export function stepSkipped(step: Step, reason: string): Finding {
  const message = `${STEPS[step]} could not be compared: ${reason}`
  return tell('step-skipped', { coordinate: step }, message)
}

interface Given extends StepInput {
  usage: Usage
  /** True when one composition serves both sides. */
  alike: boolean
  changes: ApiChanges
}

const PLANS: Record<
  Exclude<Step, 'usage' | 'approvals'>,
  (given: Given) => Omit<StepPlan, 'step'>
> = {
  fresh: ({ graphs, project: { stale, generator }, committed }) => {
    if (!stale) return { ...withoutGenerator(committed), skipped: false, run: () => [] }
    return {
      notPossible: graphs.head.schema ? undefined : UNCOMPOSED,
      run: () => checkFresh(stale, generator),
    }
  },
  composition: ({ trees, config, graphs: { base, head } }) => ({
    run: () => [
      ...checkBase(trees.base),
      ...(config ? checkConfigTexts(config) : []),
      ...checkComposition(base, head),
    ],
  }),
  api: ({ graphs, changes }) => ({
    notPossible: missing(graphs, 'schema', 'API schema'),
    run: changes.ofApi,
  }),
  contracts: ({ graphs, contracts, changes }) => ({
    notConfigured: hasContracts(contracts) ? undefined : 'No contract is configured.',
    notPossible: missing(graphs, 'supergraph', 'supergraph'),
    run: changes.ofContracts,
  }),
  federation: ({ trees, graphs, alike, guards, contracts }) => ({
    notPossible: graphs.head.unfederated
      ? withoutPart(graphs.head, 'subgraphs')
      : missing(graphs, 'subgraphs', 'subgraphs'),
    run: async () => [
      ...checkUrls(trees.base, trees.head, graphs.head),
      ...(alike ? [] : withTagsAsNotes(await federationChanges(graphs, guards), contracts)),
    ],
  }),
  authorization: ({ graphs, usage, alike, guards }) => ({
    notPossible: missing(graphs, 'subgraphs', 'subgraphs'),
    run: () => (alike ? [] : authorizationChanges(graphs, usage, guards)),
  }),
  operations: ({ trees: { base, head }, graphs, operations, project, variants }) => ({
    notConfigured: isKnown(operations) || project.peers ? undefined : UNKNOWN,
    notPossible: graphs.head.schema ? undefined : UNCOMPOSED,
    run: async () => [
      // A head that is only a part has no documents, so it gets those of the base.
      ...checkOperations(
        head.partial ? operations.base : operations.head,
        {
          graph: graphs.head,
          variants: await variants.head(),
          incrementalDelivery: head.incrementalDelivery ?? base.incrementalDelivery,
        },
        {
          graph: graphs.base,
          incrementalDelivery: base.incrementalDelivery ?? head.incrementalDelivery,
          variants: await variants.base(),
          // A base that is only a part has no documents, so those of the head count as known.
          operations: base.partial ? operations.head : operations.base,
        },
      ),
      ...(head.partial ? [] : checkWithdrawn(operations.base, operations.head)),
      ...(project.peers ? await checkPeers(project.peers) : []),
    ],
  }),
  plans: ({ graphs, operations }) => ({
    notConfigured: graphs.head.plain ? PLAIN : isKnown(operations) ? undefined : UNKNOWN,
    notPossible: missing(graphs, 'supergraph', 'supergraph'),
    run: () => checkPlans(graphs.base, graphs.head, operations.head),
  }),
  conventions: ({ graphs, alike, plugins }) => ({
    notConfigured: plugins.length > 0 ? undefined : 'No plugin is configured.',
    notPossible: unreadable(graphs),
    run: () => (alike ? [] : checkConventions(plugins, graphs.base, graphs.head)),
  }),
  rest: ({ trees, project, guards }) => ({
    notConfigured: undescribed(trees, 'openapi'),
    notPossible: withoutContract(trees, 'openapi'),
    run: async () => {
      // Imported on demand, because this step with its validator has a third of all modules, and
      // most graphs do not need it.
      const { checkContracts } = await import('../rest/diff.ts')
      const head = await generatedContracts(trees, 'openapi', project)
      return checkContracts(trees.base.openapi, head, guards.order.scopes)
    },
  }),
  events: ({ trees, project, audiences }) => ({
    notConfigured: undescribed(trees, 'asyncapi'),
    notPossible: withoutContract(trees, 'asyncapi'),
    run: async () => {
      const { checkEvents } = await import('../events/diff.ts')
      const head = await generatedContracts(trees, 'asyncapi', project)
      return checkEvents(trees.base.asyncapi, head, audiences)
    },
  }),
}

async function federationChanges(
  { base, head }: Both<Graph>,
  { guards }: GuardSettings,
): Promise<Finding[]> {
  const sides = inOneForm(...(await federatedSubgraphs(base, head)))
  return withWrittenNames(checkFederation(...sides, guards))
}

function authorizationChanges(
  { base, head }: Both<Graph>,
  usage: Usage,
  guards: GuardSettings,
): Finding[] {
  const [before, after] = inOneForm(base.subgraphs, head.subgraphs)
  const sides = [
    { ...base, subgraphs: before },
    { ...head, subgraphs: after },
  ] as const
  return withWrittenNames(checkAuthorization(...sides, usage, guards))
}
