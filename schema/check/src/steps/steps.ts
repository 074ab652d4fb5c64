// The steps, what each needs, and why one cannot run.
import type { Composition } from './graph/compose.ts'
import type { GuardSettings } from './authorization/access.ts'
import { checkAuthorization } from './authorization/diff.ts'
import { checkBase, checkComposition, tell } from './graph/composition.ts'
import { checkConfigTexts } from './config/config-texts.ts'
import {
  apiChanges,
  hasContracts,
  withTagsAsNotes,
  type ApiChanges,
  type ApiInput,
  type Both,
} from './contracts/changes.ts'
import { checkConventions } from './conventions/conventions.ts'
import { inOneForm } from './directives/one-form.ts'
import { checkAddresses } from './federation/addresses.ts'
import { checkFederation } from './federation/diff.ts'
import { federatedSubgraphs } from './federation/upgrade.ts'
import { STEPS, type Finding, type Step } from './finding.ts'
import { checkFresh, type Stale } from './fresh.ts'
import type { Graph, Prepare } from './graph/graph.ts'
import { checkOperations, checkPeers, checkWithdrawn } from './operations/operations.ts'
import { checkPlans } from './operations/plans.ts'
import type { Plugin } from './conventions/plugin.ts'
import { checkContracts } from './rest/diff.ts'
import type { KnownOperation, RouteTables } from './sources/documents/known-operations.ts'
import type { Text } from './sources/files.ts'
import type { SubgraphText } from './sources/subgraphs.ts'
import type { ConfigSides, Tree } from './sources/tree.ts'
import { usageOf, type Usage } from './operations/usage.ts'

/** What only running the project's code can tell; used when the head is the working tree. */
export interface Project {
  /** What its services serve now; if absent, the head's files count. */
  served: () => Promise<SubgraphText[]>
  /** Stale generated files; `composition` is the composition of what is served, if it composes. */
  stale: (composition?: Composition) => Promise<Stale>
  /** The command that writes the generated files. */
  generator: string
  /** Messages for operations between services that are not valid at their target. */
  peers: () => Promise<readonly string[]>
  /** Operations that REST paths send to their subgraphs. */
  routes: () => Promise<RouteTables>
  /** Changes the document of each subgraph, of the base as well, before it is composed. */
  prepare: Prepare
}

export interface StepPlan {
  step: Step
  /** Why there is nothing for it to do; undefined when there is. */
  notConfigured?: string | undefined
  /** Why it cannot run; undefined when it can. */
  notPossible?: string | undefined
  /** True when it should have run. A step that was not compared fails. */
  skipped?: boolean
  run: () => Finding[] | Promise<Finding[]>
}

export interface StepInput extends ApiInput {
  trees: Both<Tree>
  project: Partial<Project>
  plugins: readonly Plugin[]
  /** The configuration names generated files that are committed. */
  committed?: boolean | undefined
  guards: GuardSettings
  config?: ConfigSides | undefined
}

/** The steps in order. Equal compositions are not compared. */
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

/** Whoever names a file, or a folder of SDL, knows what it lacks. */
const isPart = ({ base, head }: Both<Tree>) => Boolean(base.partial || head.partial)

/** The finding for a step that could not run although the base should have all it needs. */
export function stepSkipped(step: Step, reason: string): Finding {
  const message = `${STEPS[step]} could not be compared: ${reason}`
  return tell('step-skipped', { coordinate: step }, message)
}

interface Given extends StepInput {
  usage: Usage
  /** One composition serves both. */
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
      ...checkAddresses(trees.base, trees.head, graphs.head),
      ...(alike
        ? []
        : withTagsAsNotes(
            checkFederation(
              ...inOneForm(...(await federatedSubgraphs(graphs.base, graphs.head))),
              guards.guards,
            ),
            contracts,
          )),
    ],
  }),
  authorization: ({ graphs, usage, alike, guards }) => ({
    notPossible: missing(graphs, 'subgraphs', 'subgraphs'),
    run: () => {
      if (alike) return []
      const [base, head] = inOneForm(graphs.base.subgraphs, graphs.head.subgraphs)
      const sides = [
        { ...graphs.base, subgraphs: base },
        { ...graphs.head, subgraphs: head },
      ] as const
      return checkAuthorization(...sides, usage, guards)
    },
  }),
  operations: ({ trees: { head }, graphs, operations, project, variants }) => ({
    notConfigured: isKnown(operations) || project.peers ? undefined : UNKNOWN,
    notPossible: graphs.head.schema ? undefined : UNCOMPOSED,
    run: async () => [
      // A part has no documents of its own: those of the base are sent to it.
      ...checkOperations(
        head.partial ? operations.base : operations.head,
        { graph: graphs.head, variants: await variants.head() },
        { graph: graphs.base, variants: await variants.base() },
      ),
      ...(head.partial ? [] : checkWithdrawn(operations.base, operations.head)),
      ...(project.peers ? await checkPeers(project.peers) : []),
    ],
  }),
  plans: ({ graphs, operations }) => ({
    notConfigured: isKnown(operations) ? undefined : UNKNOWN,
    notPossible: missing(graphs, 'supergraph', 'supergraph'),
    run: () => checkPlans(graphs.base, graphs.head, operations.head),
  }),
  conventions: ({ graphs, alike, plugins }) => ({
    notConfigured: plugins.length > 0 ? undefined : 'No plugin is configured.',
    notPossible: unreadable(graphs),
    run: () => (alike ? [] : checkConventions(plugins, graphs.base, graphs.head)),
  }),
  rest: ({ trees, trees: { base, head }, project }) => ({
    notConfigured:
      base.openapi.length + head.openapi.length > 0 ? undefined : 'There is no OpenAPI document.',
    notPossible: withoutContract(trees),
    run: async () => checkContracts(base.openapi, await generatedContracts(trees, project)),
  }),
}

/** Why generated files are not compared. Only code of the working tree can generate them. */
function withoutGenerator(committed = false): Pick<StepPlan, 'notConfigured' | 'notPossible'> {
  if (!committed) return { notConfigured: 'No generator of this head is known.' }
  return { notPossible: 'The check needs project.stale, and the working tree as head.' }
}

/** Why the REST contracts cannot be compared. A whole project without an OpenAPI document has none. */
function withoutContract({ base, head }: Both<Tree>): string | undefined {
  if (base.openapi.length === 0 && base.partial) return 'The base has no OpenAPI document.'
  return head.openapi.length === 0 && head.partial ? 'The head has no OpenAPI document.' : undefined
}

/** The REST contracts as they are generated now, if the committed ones are stale. */
async function generatedContracts(
  { base, head }: Both<Tree>,
  { stale }: Partial<Project>,
): Promise<Text[]> {
  // A failing generator is reported by the step `fresh`.
  const fresh = await stale?.().catch(() => undefined)
  const missing = base.openapi.filter(({ file }) => !head.openapi.some((one) => one.file === file))
  const texts = new Map([
    ...missing.map(({ file }) => [file, fresh?.get(file)] as const),
    ...head.openapi.map(
      ({ file, text }) => [file, fresh?.has(file) ? fresh.get(file) : text] as const,
    ),
  ])
  return [...texts].flatMap(([file, text]) => (text === undefined ? [] : [{ file, text }]))
}

/** Why the conventions cannot be compared; undefined when they can. */
function unreadable({ base, head }: Both<Graph>): string | undefined {
  if (head.subgraphs.length === 0) return withoutPart(head, 'subgraphs')
  return base.subgraphs.length > 0 || base.api ? undefined : UNREADABLE
}

const isKnown = ({ base, head }: Both<KnownOperation[]>) => base.length + head.length > 0

const UNKNOWN = 'No operation is known.'
const UNCOMPOSED = 'The head does not compose.'
const UNREADABLE = 'The base does not compose.'

/** What composes nothing may be a schema of clients, which has no such part. */
function withoutPart({ schema, errors }: Graph, name: string): string {
  return schema && errors.length === 0 ? `The head has no ${name}. ${WHOLE}` : UNCOMPOSED
}

const WHOLE = 'Compare supergraphs, or folders with the SDL of all subgraphs.'

function missing(
  { base, head }: Both<Graph>,
  part: 'schema' | 'supergraph' | 'subgraphs',
  name: string,
): string | undefined {
  const lacks = ({ [part]: found }: Graph) => !found || (Array.isArray(found) && found.length === 0)
  // A base that is only a supergraph is compared with the head's supergraph.
  const isReported = base.subgraphs.some(({ extracted }) => extracted)
  if (lacks(head)) return withoutPart(head, name)
  if (part !== 'schema' && isReported && !head.supergraph) return withoutPart(head, 'supergraph')
  if (!lacks(base)) return undefined
  return base.errors.length > 0 ? UNREADABLE : `The base has no ${name}. ${WHOLE}`
}
