// The command `federation-check propose`: the effects of a change, for a discussion before it is made.
import { readConfig } from '../config/read-config.ts'
import type { Say } from '../progress.ts'
import type { Markup } from '../report/escape/markup.ts'
import { proposal } from '../report/proposal.ts'
import { rulesOf } from '../rules.ts'
import { readProposeArguments } from './arguments.ts'
import { runCheck } from './check-command.ts'

/**
 * Writes Markdown. It never fails, whatever the change breaks.
 * @throws UsageError for wrong arguments, and for states that cannot be compared
 */
export async function propose(args: readonly string[], say: Say): Promise<Markup> {
  const given = readProposeArguments(args)
  const settings = await readConfig(given.config, process.cwd())
  const report = await runCheck({ ...given, isPair: false }, settings, say)
  return proposal(report, rulesOf(settings.plugins))
}
