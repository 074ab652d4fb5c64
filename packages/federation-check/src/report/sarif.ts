// The report as SARIF 2.1.0, which code scanners and editors read.
import type { Approval } from '../approvals.ts'
import type { Rule, Severity } from '../finding.ts'
import type { Report } from '../run.ts'
import type { Judged } from '../verdict.ts'
import { visible } from './escape/characters.ts'
import { json, type Markup } from './escape/markup.ts'
import { usedBy, worstFirst } from './words.ts'

const LEVELS: Record<Severity, 'error' | 'warning' | 'note'> = {
  security: 'error',
  breaking: 'error',
  dangerous: 'warning',
  safe: 'note',
}

/** GitHub keeps the first 5,000 (https://docs.github.com/code-security/reference/code-scanning/sarif-files/sarif-support). */
const MAX_RESULTS = 5_000

/** Writes the format of https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html */
export function sarif({ findings }: Report, known: ReadonlyMap<string, Rule>): Markup<'json'> {
  const shown = worstFirst(findings).slice(0, MAX_RESULTS)
  const names = [...new Set(shown.map(({ rule }) => rule))]
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
  return logOf({ rules }, { results: shown.map(result) })
}

/** The run of a check that ended with exit code 2. */
export function sarifFailure(lines: readonly string[]): Markup<'json'> {
  const notification = { level: 'error', message: { text: withoutLinks(lines.join('\n')) } }
  const invocation = {
    executionSuccessful: false,
    toolExecutionNotifications: [notification],
  }
  return logOf({ rules: [] }, { invocations: [invocation], results: [] })
}

function logOf(driver: object, run: object): Markup<'json'> {
  return json({
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver: { name: 'federation-check', ...driver } }, ...run }],
  })
}

/** The file for findings without one: GitHub rejects the whole report when one result has no location. */
const SOMEWHERE = 'supergraph.graphql'

function result(finding: Judged) {
  const { rule, id, severity, message, file = SOMEWHERE, line, approval } = finding
  const region = line === undefined ? {} : { region: { startLine: line } }
  return {
    ruleId: rule,
    level: LEVELS[severity],
    message: { text: withoutLinks([message, usedBy(finding)].filter(Boolean).join(' – ')) },
    partialFingerprints: { changeId: visible(id) },
    locations: [{ physicalLocation: { artifactLocation: { uri: uriOf(file) }, ...region } }],
    ...(approval && {
      suppressions: [{ kind: 'external', justification: justify(approval) }],
    }),
  }
}

const justify = ({ owner, reason }: Approval) => visible(`${owner}: ${reason}`)

/** Escapes the text of a message; `[text](1)` in it would be a link (SARIF 2.1.0, 3.11.6). */
function withoutLinks(text: string): string {
  return visible(text).replaceAll('](', '] (')
}

/** The path as a relative reference, which cannot be mistaken for a URL (RFC 3986, 4.2). */
function uriOf(file: string): string {
  return visible(file).split('/').filter(Boolean).map(encodeURIComponent).join('/')
}
