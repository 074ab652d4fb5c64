// The whole check: composes base and head once each, and runs every step.
import { approvalOf, approvalsOf, checkApprovals, type Approvals } from './approvals.ts'
import { STEPS, unique, type Finding, type Step } from './finding.ts'
import type { Composition } from './compose.ts'
import { lowered } from './field-usage/lower.ts'
import { reliableUsage, type GivenUsage } from './field-usage/reliable.ts'
import type { FieldUsage } from './field-usage/field-usage.ts'
import { composeBase, isAlike, type Compose } from './base-graph.ts'
import { composesAlike, composeTree, type Graph } from './graph.ts'
import { didYouMean } from './near.ts'
import type { Plugin } from './plugin.ts'
import { rulesOf } from './rules.ts'
import { withSeverities, type Severities } from './severities.ts'
import { knownOperations, readableOperations } from './sources/known-operations.ts'
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
  /** By the names of rules. */
  severities?: Severities
  policy: Policy
  /** Owners who have approved this change, as confirmed with --approved-by. */
  approvedBy?: readonly string[]
  /** What callers asked for: breaking findings about anything else become notes. */
  usage?: GivenUsage | undefined
  /** As YYYY-MM-DD, in UTC. */
  today: string
  /** Composes a tree. A test that composes one tree often may cache it. */
  compose?: Compose
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
  const found: Finding[] = []
  for (const plan of await planSteps(input, counted)) {
    const { findings, report } = await runStep(plan)
    steps.push(report)
    found.push(...withSeverities(findings, severities).map(lowered))
  }
  found.push(...withSeverities(doubts, severities))
  const findings = judgeAll(unique(found), approvals, input)
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
  const { base, project = {}, plugins = [], committed } = input
  const { compose = (tree: Tree) => composeTree(tree, project.prepare) } = input
  const { head, stale } = await readHead(input)
  const headGraph = await compose(head)
  const baseGraph = servesAlike(base, head, headGraph)
    ? headGraph
    : await composeBase(base, compose)
  checkTargets([base, head], [baseGraph, headGraph])
  const routes = (await project.routes?.()) ?? {}
  return stepsOf({
    trees: { base, head },
    graphs: { base: baseGraph, head: headGraph },
    operations: {
      base: readableOperations(base),
      head: knownOperations(head, routes),
    },
    project: {
      ...project,
      ...(stale && { stale: once(() => stale(compositionOf(headGraph))) }),
    },
    plugins,
    committed,
    counted,
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

/** One composition serves both, unless the base's supergraph was composed from other SDL. */
function servesAlike(base: Tree, head: Tree, { supergraph }: Graph): boolean {
  if (!composesAlike(base, head)) return false
  return base.supergraph === undefined || isAlike(supergraph, base.supergraph.text)
}

function compositionOf({ supergraph, api }: Graph): Composition | undefined {
  return supergraph !== undefined && api !== undefined ? { supergraph, api } : undefined
}

/** Two steps need the stale files. */
function once<T>(find: () => Promise<T>): () => Promise<T> {
  let found: Promise<T> | undefined
  return () => (found ??= find())
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
