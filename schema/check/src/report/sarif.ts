// The report as SARIF 2.1.0, which code scanners and editors read.
import type { Rule, Severity } from '../finding.ts'
import type { Report } from '../run.ts'
import type { Judged } from '../verdict.ts'
import { usedBy } from './words.ts'

const LEVELS: Record<Severity, 'error' | 'warning' | 'note'> = {
  security: 'error',
  breaking: 'error',
  dangerous: 'warning',
  safe: 'note',
}

/** https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html */
export function sarif({ findings }: Report, known: ReadonlyMap<string, Rule>): string {
  const names = [...new Set(findings.map(({ rule }) => rule))]
  const rules = names.map((id) => {
    const { catches, severity, why, fix } = known.get(id)!
    return {
      id,
      shortDescription: { text: catches },
      ...(why !== undefined && { fullDescription: { text: why } }),
      ...(fix !== undefined && { help: { text: fix } }),
      defaultConfiguration: { level: LEVELS[severity] },
    }
  })
  return logOf({ rules }, { results: findings.map(result) })
}

/** The run of a check that ended with exit code 2. */
export function sarifFailure(message: string): string {
  const notification = { level: 'error', message: { text: message } }
  const invocation = {
    executionSuccessful: false,
    toolExecutionNotifications: [notification],
  }
  return logOf({ rules: [] }, { invocations: [invocation], results: [] })
}

function logOf(driver: object, run: object): string {
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver: { name: 'federation-check', ...driver } }, ...run }],
  }
  return JSON.stringify(log, null, 2)
}

/** GitHub rejects the whole file when one result has no location. */
const SOMEWHERE = 'supergraph.graphql'

function result(finding: Judged) {
  const { rule, id, severity, message, file = SOMEWHERE, line, approval } = finding
  const region = line === undefined ? {} : { region: { startLine: line } }
  return {
    ruleId: rule,
    level: LEVELS[severity],
    message: { text: [message, usedBy(finding)].filter(Boolean).join(' – ') },
    partialFingerprints: { changeId: id },
    locations: [{ physicalLocation: { artifactLocation: { uri: file }, ...region } }],
    ...(approval && {
      suppressions: [{ kind: 'external', justification: `${approval.owner}: ${approval.reason}` }],
    }),
  }
}
