// The report as JUnit XML, which most CI systems show: a suite for each step, a case for each finding.
import { STEPS, type Rule } from '../finding.ts'
import type { Report, StepReport } from '../run.ts'
import type { Judged } from '../verdict.ts'
import { joined, inXml, type Markup } from './escape/markup.ts'
import { factsOf, idleReason, verdictOf } from './words.ts'

type Xml = Markup<'xml'>

/** Writes the format of junit-10.xsd in https://github.com/jenkinsci/xunit-plugin. */
export function junit(report: Report, rules: ReadonlyMap<string, Rule>): Xml {
  const { steps, findings, summary } = report
  const about = findings.filter(({ step }) => step === 'approvals')
  const approvals: StepReport[] =
    about.length > 0 ? [{ step: 'approvals', title: STEPS.approvals, milliseconds: 0 }] : []
  const suites = [...steps, ...approvals].map((step) => suiteOf(step, findings, rules))
  const time = secondsOf(steps.reduce((sum, { milliseconds }) => sum + milliseconds, 0))
  const tests = suites.reduce((sum, one) => sum + one.tests, 0)
  return documentOf(
    { tests, failures: summary.failing, errors: 0, time },
    suites.map(({ suite }) => suite),
  )
}

/** The document of a check that could not run. */
export function junitFailure(lines: readonly string[]): Xml {
  const said = inXml`${lines.join('\n')}`
  const error = inXml`<error message="${lines[0] ?? ''}" type="UsageError">${said}</error>`
  const testcase = inXml`<testcase name="the check runs" classname="${NAME}">\n${error}\n</testcase>`
  const counts = { tests: 1, failures: 0, errors: 1, time: '0.000' }
  return documentOf(counts, [suite(NAME, counts, [testcase])])
}

const NAME = 'federation-check'

interface Counts {
  tests: number
  failures: number
  errors: number
  skipped?: number
  time: string
}

function documentOf(counts: Counts, suites: readonly Xml[]): Xml {
  const attributes = attributesOf(counts)
  const content = joined('xml', suites)
  return inXml`<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="${NAME}"${attributes}>\n${content}\n</testsuites>\n`
}

function suite(name: string, counts: Counts, cases: readonly Xml[]): Xml {
  const attributes = attributesOf(counts)
  return inXml`<testsuite name="${name}"${attributes}>\n${joined('xml', cases)}\n</testsuite>`
}

function attributesOf({ tests, failures, errors, skipped, time }: Counts): Xml {
  const skips = skipped === undefined ? inXml`` : inXml` skipped="${skipped}"`
  return inXml` tests="${tests}" failures="${failures}" errors="${errors}"${skips} time="${time}"`
}

function suiteOf(step: StepReport, findings: readonly Judged[], rules: ReadonlyMap<string, Rule>) {
  const own = findings.filter((finding) => finding.step === step.step)
  const reason = idleReason(step)
  const cases =
    own.length > 0
      ? own.map((finding) => caseOf(finding, step.title, rules))
      : [noFinding(step.title, reason)]
  const counts = {
    tests: cases.length,
    failures: own.filter(({ fails }) => fails).length,
    errors: 0,
    skipped: own.length === 0 && reason !== undefined ? 1 : 0,
    time: secondsOf(step.milliseconds),
  }
  return { tests: cases.length, suite: suite(step.title, counts, cases) }
}

/** The case of a step without findings: passed, or skipped when the step did not run. */
function noFinding(title: string, reason: string | undefined): Xml {
  if (reason === undefined) return inXml`<testcase name="no finding" classname="${title}"/>`
  return inXml`<testcase name="no finding" classname="${title}">\n<skipped message="${reason}"/>\n</testcase>`
}

function caseOf(finding: Judged, title: string, rules: ReadonlyMap<string, Rule>): Xml {
  const { id, rule, fails, message } = finding
  const said = `${verdictOf(finding)}: ${message}`
  const lines = [said, ...factsOf(finding, rules.get(rule)?.fix)].map((fact) => inXml`${fact}`)
  const facts = joined('xml', lines)
  const content = fails
    ? inXml`<failure message="${message}" type="${rule}">${facts}</failure>`
    : inXml`<system-out>${facts}</system-out>`
  return inXml`<testcase name="${id}" classname="${title}">\n${content}\n</testcase>`
}

function secondsOf(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3)
}
