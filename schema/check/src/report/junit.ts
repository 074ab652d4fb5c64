// The report as JUnit XML, which most CI systems show: a suite for each step, a case for each finding.
import { STEPS, type Rule } from '../finding.ts'
import type { Report, StepReport } from '../run.ts'
import type { Judged } from '../verdict.ts'
import { factsOf, idleReason, verdictOf } from './words.ts'

/** As https://github.com/jenkinsci/xunit-plugin describes it in junit-10.xsd. */
export function junit(report: Report, rules: ReadonlyMap<string, Rule>): string {
  const { steps, findings, summary } = report
  const about = findings.filter(({ step }) => step === 'approvals')
  const approvals: StepReport[] =
    about.length > 0 ? [{ step: 'approvals', title: STEPS.approvals, milliseconds: 0 }] : []
  const suites = [...steps, ...approvals].map((step) => suite(step, findings, rules))
  const time = secondsOf(steps.reduce((sum, { milliseconds }) => sum + milliseconds, 0))
  const tests = suites.reduce((sum, one) => sum + one.tests, 0)
  return documentOf(
    { tests, failures: summary.failing, errors: 0, time },
    suites.map(({ xml }) => xml),
  )
}

/** The document of a check that could not run. */
export function junitFailure(message: string): string {
  const error = element('error', { message: firstLine(message), type: 'UsageError' }, text(message))
  const testcase = element('testcase', { name: 'the check runs', classname: NAME }, error)
  const counts = { tests: 1, failures: 0, errors: 1, time: '0.000' }
  return documentOf(counts, [element('testsuite', { name: NAME, ...counts }, testcase)])
}

const NAME = 'federation-check'

type Attributes = Readonly<Record<string, string | number>>

function documentOf(counts: Attributes, suites: readonly string[]): string {
  const root = element('testsuites', { name: NAME, ...counts }, suites.join('\n'))
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`
}

function suite(step: StepReport, findings: readonly Judged[], rules: ReadonlyMap<string, Rule>) {
  const own = findings.filter((finding) => finding.step === step.step)
  const reason = idleReason(step)
  const cases =
    own.length > 0
      ? own.map((finding) => testcase(finding, step.title, rules))
      : [noFinding(step.title, reason)]
  const counts = {
    tests: cases.length,
    failures: own.filter(({ fails }) => fails).length,
    errors: 0,
    skipped: own.length === 0 && reason !== undefined ? 1 : 0,
    time: secondsOf(step.milliseconds),
  }
  const xml = element('testsuite', { name: step.title, ...counts }, cases.join('\n'))
  return { tests: cases.length, xml }
}

/** A step that found nothing passes; one that did not run is skipped. */
function noFinding(title: string, reason: string | undefined): string {
  const skipped = reason === undefined ? '' : element('skipped', { message: reason })
  return element('testcase', { name: 'no finding', classname: title }, skipped)
}

function testcase(finding: Judged, title: string, rules: ReadonlyMap<string, Rule>): string {
  const { id, rule, fails, message } = finding
  const said = `${verdictOf(finding)}: ${message}`
  const facts = [said, ...factsOf(finding, rules.get(rule)?.fix)].join('\n')
  const content = fails
    ? element('failure', { message, type: rule }, text(facts))
    : element('system-out', {}, text(facts))
  return element('testcase', { name: id, classname: title }, content)
}

function secondsOf(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3)
}

const firstLine = (message: string) => message.split('\n')[0]!

/** `content` is XML already. */
function element(name: string, attributes: Attributes, content = ''): string {
  const pairs = Object.entries(attributes).map(([key, value]) => ` ${key}="${quoted(value)}"`)
  const open = `<${name}${pairs.join('')}`
  if (content === '') return `${open}/>`
  return content.startsWith('<')
    ? `${open}>\n${content}\n</${name}>`
    : `${open}>${content}</${name}>`
}

function text(value: string): string {
  return legal(value).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** A parser turns line ends and tabs of an attribute into spaces, unless they are references. */
function quoted(value: string | number): string {
  return text(String(value))
    .replaceAll('"', '&quot;')
    .replaceAll(/[\t\n\r]/g, (one) => `&#${one.codePointAt(0)};`)
}

/** XML 1.0 has no way to write other control characters (https://www.w3.org/TR/xml/#charsets). */
function legal(value: string): string {
  return value.toWellFormed().replaceAll(/[^\t\n\r\u0020-\uFFFD]/g, '\uFFFD')
}
