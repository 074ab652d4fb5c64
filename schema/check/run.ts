// The whole check: composes base and head once each, and runs step after step over them.
import { approvalOf, approvalsOf, checkApprovals, type Approvals } from './approvals.ts'
import { STEPS, unique, type Finding, type Step } from './finding.ts'
import type { Composition } from '../compose.ts'
import { composeBase, isAlike } from './base-graph.ts'
import { composesAlike, composeTree, type Graph } from './graph.ts'
import { knownOperations, readableOperations } from './sources/known-operations.ts'
import type { Tree } from './sources/tree.ts'
import { stepsOf, stepSkipped, type Project, type StepPlan } from './steps.ts'
import { judge, summaryOf, type Judged, type Policy } from './verdict.ts'

export interface CheckInput {
  base: Tree
  head: Tree
  project: Project
  policy: Policy
  /** Owners of approvals who have approved this change, as whoever runs the check knows. */
  approvedBy?: readonly string[]
  /** As YYYY-MM-DD, in UTC. */
  today: string
  /** Composes a tree; a corpus that composes one tree often may remember. */
  compose?: typeof composeTree
}

export interface StepReport {
  step: Step
  title: string
  /** Why the step could not run; absent when it did. */
  notPossible?: string
  milliseconds: number
}

/** What every report is made from; published as JSON (check-report.schema.json). */
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
  const { base, head } = input
  const approvals = approvalsOf(base.approvals, head.approvals, input.approvedBy ?? [])
  const steps: StepReport[] = []
  const found: Finding[] = []
  for (const plan of await planSteps(input)) {
    const { findings, report } = await runStep(plan)
    steps.push(report)
    found.push(...findings)
  }
  const findings = judgeAll(unique(found), approvals, input)
  const summary = summaryOf(findings)
  const labels = { base: base.label, head: head.label }
  return { version: 1, ...labels, ok: summary.failing === 0, summary, steps, findings }
}

/** With what is to be told of the approvals behind the rest. */
function judgeAll(
  changes: readonly Finding[],
  approvals: Approvals,
  { policy, today }: CheckInput,
): Judged[] {
  const reported = checkApprovals(approvals, changes, today)
  return [
    ...changes.map((finding) => judge(finding, approvalOf(finding, approvals, today), policy)),
    ...reported.map((finding) => judge(finding, undefined, policy)),
  ]
}

async function planSteps(input: CheckInput): Promise<StepPlan[]> {
  const { base, project, compose = composeTree } = input
  const { head, stale } = await readHead(input)
  const headGraph = await compose(head)
  const baseGraph = servesAlike(base, head, headGraph)
    ? headGraph
    : await composeBase(base, compose)
  const routes = await project.routes()
  return stepsOf({
    trees: { base, head },
    graphs: { base: baseGraph, head: headGraph },
    operations: {
      base: readableOperations(base),
      head: knownOperations(head, routes),
    },
    project: { ...project, stale: once(() => stale(compositionOf(headGraph))) },
  })
}

/** The head as it is served now. A project that cannot be loaded is read from its files, and fails. */
async function readHead({
  head,
  project,
}: CheckInput): Promise<Pick<Project, 'stale'> & { head: Tree }> {
  const { served, stale } = project
  if (!served) return { head, stale }
  try {
    return { head: { ...head, subgraphs: await served() }, stale }
  } catch (error) {
    return { head, stale: () => Promise.reject(error) }
  }
}

/** One composition serves both, unless the base's supergraph was composed of something else. */
function servesAlike(base: Tree, head: Tree, { supergraph }: Graph): boolean {
  if (!composesAlike(base, head)) return false
  return base.supergraph === undefined || isAlike(supergraph, base.supergraph.text)
}

function compositionOf({ supergraph, api }: Graph): Composition | undefined {
  return supergraph !== undefined && api !== undefined ? { supergraph, api } : undefined
}

/** Two steps ask what is stale. */
function once<T>(find: () => Promise<T>): () => Promise<T> {
  let found: Promise<T> | undefined
  return () => (found ??= find())
}

async function runStep({ step, notPossible, skipped, run }: StepPlan) {
  const start = performance.now()
  const report = (reason?: string): StepReport => ({
    step,
    title: STEPS[step],
    ...(reason !== undefined && { notPossible: reason }),
    milliseconds: Math.round(performance.now() - start),
  })
  if (notPossible === undefined) return { findings: await run(), report: report() }
  return { findings: skipped ? [stepSkipped(step, notPossible)] : [], report: report(notPossible) }
}
