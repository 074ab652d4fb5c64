// The whole check: composes base and head once each, and runs every step.
import { approvalOf, approvalsOf, checkApprovals, type Approvals } from './approvals.ts'
import type { CheckInput } from './check-input.ts'
import { withSeverities } from './config/severities.ts'
import { lowered } from './field-usage/lower.ts'
import { reliableUsage } from './field-usage/reliable.ts'
import { STEPS, unique, withShortId, type Finding, type Step } from './finding.ts'
import { rulesOf } from './rules.ts'
import type { StepPlan } from './steps/step.ts'
import { stepInputOf } from './steps/step-input.ts'
import { stepsOf, stepSkipped } from './steps/steps.ts'
import { judge, summaryOf, type Judged } from './verdict.ts'

export interface StepReport {
  step: Step
  title: string
  /** Why the step had nothing to do; absent if it had. */
  notConfigured?: string
  /** Why the step could not run; absent if it could. */
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
  for (const plan of stepsOf(await stepInputOf(input, counted))) {
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

/** Judges all findings, and adds those about approvals at the end. */
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
