// The whole check: composes base and head once each, and runs every step.
import type { Contracts } from './contracts/contract.ts'
import { variantsOf } from './contracts/variant.ts'
import { approvalOf, approvalsOf, checkApprovals, type Approvals } from './approvals.ts'
import { checkRuntimeGuards } from './authorization/runtime-guards.ts'
import { STEPS, unique, withShortId, type Finding, type Step } from './finding.ts'
import type { Composition } from './graph/compose.ts'
import type { GuardNames } from './directives/guards.ts'
import { lowered } from './field-usage/lower.ts'
import { reliableUsage, type GivenUsage } from './field-usage/reliable.ts'
import type { FieldUsage } from './field-usage/field-usage.ts'
import type { Compose } from './graph/base-graph.ts'
import { composeBoth } from './graph/both-graphs.ts'
import { composeTree, type Graph } from './graph/graph.ts'
import { once } from './memo.ts'
import { didYouMean } from './near.ts'
import type { Plugin } from './conventions/plugin.ts'
import type { Say } from './progress.ts'
import { rulesOf } from './rules.ts'
import { asPair } from './graph/schema-file.ts'
import { withSeverities, type Severities } from './config/severities.ts'
import { knownOperations, readableOperations } from './sources/documents/known-operations.ts'
import { UsageError } from './sources/files.ts'
import type { ConfigSides, Tree } from './sources/tree.ts'
import { stepsOf, stepSkipped, type Project, type StepPlan } from './steps.ts'
import { judge, summaryOf, type Judged, type Policy } from './verdict.ts'

export interface CheckInput {
  base: Tree
  head: Tree
  /** The configuration of both sides, where there is one. */
  config?: ConfigSides
  /** Of the head, where it is the working tree. */
  project?: Partial<Project>
  plugins?: readonly Plugin[]
  /** The configuration names generated files that are committed. */
  committed?: boolean
  /** As the configuration names them. */
  runtimeGuards?: readonly string[]
  /** Variants of the API, for a side that names none of its own. */
  contracts?: Contracts | undefined
  /** By the names of rules. */
  severities?: Severities
  /** Own directives that restrict access, by name; with ! those that do not. */
  guards?: GuardNames
  policy: Policy
  /** Owners who have approved this change, as confirmed with --approved-by. */
  approvedBy?: readonly string[]
  /** What callers asked for: breaking findings about anything else become notes. */
  usage?: GivenUsage | undefined
  /** As YYYY-MM-DD, in UTC. */
  today: string
  /** Composes a tree. A test that composes one tree often may cache it. */
  compose?: Compose
  /** Hears what the check does now. */
  say?: Say | undefined
}

export interface StepReport {
  step: Step
  title: string
  /** Why the step had nothing to do; absent if it had. */
  notConfigured?: string
  /** Why the step could not run; absent if it ran. */
  notPossible?: string
  milliseconds: number
}

/** The source of every report; published as JSON (report.schema.json). */
export interface Report {
  version: 1
  base: string
  head: string
  ok: boolean
  summary: ReturnType<typeof summaryOf>
  steps: StepReport[]
  findings: Judged[]
}

/** Compares head with base. @throws UsageError for input that cannot be read */
export async function check(input: CheckInput): Promise<Report> {
  const { base, head, severities = {} } = input
  const approvals = approvalsOf(base.approvals, head.approvals, input.approvedBy ?? [])
  const { counted, findings: doubts } = reliableUsage(input.usage, input.today)
  const steps: StepReport[] = []
  const found: Finding[][] = []
  input.say?.('Composing base and head')
  for (const plan of await planSteps(input, counted)) {
    input.say?.(`Comparing: ${STEPS[plan.step]}`)
    const { findings, report } = await runStep(plan)
    steps.push(report)
    found.push(withSeverities(findings, severities).map(lowered))
  }
  found.push(withSeverities(doubts, severities))
  const findings = judgeAll(unique(found.flat().map(withShortId)), approvals, input)
  const summary = summaryOf(findings)
  const labels = { base: base.label, head: head.label }
  return { version: 1, ...labels, ok: summary.failing === 0, summary, steps, findings }
}

/** With the findings about approvals at the end. */
function judgeAll(
  changes: readonly Finding[],
  approvals: Approvals,
  { policy, today, plugins = [] }: CheckInput,
): Judged[] {
  const rules = [...rulesOf(plugins).keys()]
  const reported = checkApprovals(approvals, changes, today, rules)
  return [
    ...changes.map((finding) => judge(finding, approvalOf(finding, approvals, today), policy)),
    ...reported.map((finding) => judge(finding, undefined, policy)),
  ]
}

async function planSteps(input: CheckInput, counted: FieldUsage | undefined): Promise<StepPlan[]> {
  const { project = {}, plugins = [], committed } = input
  const { guards = [], runtimeGuards = [] } = input
  const { compose = composer(project) } = input
  const { head: served, stale } = await readHead(input)
  const [base, head] = asPair(input.base, served)
  const graphs = await composeBoth(base, head, compose)
  const contracts = {
    base: base.contracts ?? input.contracts ?? {},
    head: head.contracts ?? input.contracts ?? {},
  }
  const sides = [graphs.base, graphs.head]
  checkTargets([base, head], sides)
  checkSent([base, head], contracts)
  // The configuration of today also checks commits that lack the field.
  if (!head.isCommit) checkRuntimeGuards(runtimeGuards, sides)
  const variants = {
    base: once(() => variantsOf(graphs.base, contracts.base)),
    head: once(() => variantsOf(graphs.head, contracts.head)),
  }
  const routes = (await project.routes?.()) ?? {}
  return stepsOf({
    trees: { base, head },
    contracts,
    variants,
    graphs,
    operations: {
      base: readableOperations(base),
      head: knownOperations(head, routes),
    },
    project: {
      ...project,
      ...(stale && { stale: once(() => stale(compositionOf(graphs.head))) }),
    },
    plugins,
    committed,
    counted,
    guards: { guards, runtimeGuards },
    config: input.config,
  })
}

/** @throws UsageError for documents to a subgraph that neither side has: their client is not to blame */
function checkTargets(trees: readonly Tree[], graphs: readonly Graph[]): void {
  const names = [...trees, ...graphs].flatMap(({ subgraphs }) => subgraphs.map(({ name }) => name))
  for (const { file, subgraph } of trees.flatMap(({ operations }) => operations)) {
    if (subgraph === undefined || names.length === 0 || names.includes(subgraph)) continue
    throw new UsageError(
      `documents: ${file} is sent to the subgraph ${subgraph}: no subgraph has this name.${didYouMean(subgraph, [...new Set(names)])}`,
    )
  }
}

/** @throws UsageError for documents to a contract that neither side has */
function checkSent(
  trees: readonly Tree[],
  { base, head }: Record<'base' | 'head', Contracts>,
): void {
  const names = Object.keys({ ...base, ...head })
  for (const { file, contract } of trees.flatMap(({ operations, manifests }) => [
    ...operations,
    ...manifests,
  ])) {
    if (contract === undefined || names.includes(contract)) continue
    throw new UsageError(
      `${file} is sent to the contract ${contract}: no contract has this name.${didYouMean(contract, names)}`,
    )
  }
}

/**
 * The head as it is served now. A project that cannot be loaded is read from its files, and the
 * check fails.
 */
async function readHead({
  head,
  project = {},
}: CheckInput): Promise<{ head: Tree; stale: Project['stale'] | undefined }> {
  const { served, stale } = project
  if (!served) return { head, stale }
  try {
    return { head: { ...head, subgraphs: await served() }, stale }
  } catch (error) {
    return { head, stale: () => Promise.reject(error) }
  }
}

function composer({ prepare }: Partial<Project>): Compose {
  return (tree, side, committed) => composeTree(tree, { prepare, side, committed })
}

function compositionOf({ supergraph, api }: Graph): Composition | undefined {
  return supergraph !== undefined && api !== undefined ? { supergraph, api } : undefined
}

async function runStep({ step, notConfigured, notPossible, skipped, run }: StepPlan) {
  const start = performance.now()
  const report = (reason: Pick<StepReport, 'notConfigured' | 'notPossible'> = {}): StepReport => ({
    step,
    title: STEPS[step],
    ...reason,
    milliseconds: Math.round(performance.now() - start),
  })
  if (notConfigured !== undefined) return { findings: [], report: report({ notConfigured }) }
  if (notPossible === undefined) return { findings: await run(), report: report() }
  const findings = skipped ? [stepSkipped(step, notPossible)] : []
  return { findings, report: report({ notPossible }) }
}
