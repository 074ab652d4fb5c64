// The tables of docs/schema-checks.md that the rules and the corpus know better than a writer.
import { SEVERITIES, STEPS, type Step } from '../../check/finding.ts'
import { rulesByStep } from '../../check/rules.ts'
import { inspect, worstOf } from './inspector.ts'
import { pairsOf, type Chapter, type Pair } from './pair.ts'

/** Chapters that graphql-inspector could have something to say about. */
const COMPARED: readonly Chapter[] = [
  'quiet',
  'api',
  'federation',
  'authorization',
  'composition',
  'operations',
]

/** Every rule, by step. */
export function rulesTable(): string {
  const rows = Object.entries(rulesByStep).flatMap(([step, rules]) =>
    Object.entries(rules).map(
      ([name, { severity, catches, example }]) =>
        `| ${STEPS[step as Step]} | \`${name}\` | ${severity} | ${catches} | ${example} |`,
    ),
  )
  return table('step', 'rule', 'severity', 'what it catches', 'example').concat(rows).join('\n')
}

/** Every pair that is rated otherwise than by graphql-inspector, with how many there are. */
export async function comparison(): Promise<string> {
  const pairs = COMPARED.flatMap(pairsOf)
  const rows: string[] = []
  for (const pair of pairs) {
    const row = await compare(pair)
    if (row) rows.push(row)
  }
  const head = table('change', 'here', 'graphql-inspector: API schema', 'graphql-inspector: SDL')
  const count = `Of ${pairs.length} changes of the corpus these ${rows.length} are rated otherwise:`
  return [count, '', ...head, ...rows].join('\n')
}

async function compare(pair: Pair): Promise<string | undefined> {
  const { api, sdl } = await inspect(pair)
  const ours = worstSeverity(pair)
  const theirs = [worstOf(api), worstOf(sdl)]
  if (theirs.every((level) => ALIKE[ours].includes(level))) return undefined
  return `| ${pair.title} | ${ours} | ${theirs.join(' | ')} |`
}

type Severity = (typeof SEVERITIES)[number]

/** Ratings of graphql-inspector that say the same. */
const ALIKE: Record<Severity, readonly string[]> = {
  safe: ['NON_BREAKING', '–'],
  dangerous: ['DANGEROUS'],
  breaking: ['BREAKING'],
  security: [],
}

function worstSeverity({ finds }: Pair): Severity {
  const found = new Set(finds.map((text) => text.split(' ')[0]))
  return SEVERITIES.toReversed().find((severity) => found.has(severity)) ?? 'safe'
}

function table(...columns: string[]): string[] {
  return [`| ${columns.join(' | ')} |`, `| ${columns.map(() => '---').join(' | ')} |`]
}
