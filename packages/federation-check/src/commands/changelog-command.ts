// The command `federation-check changelog BASE HEAD`: the two states that it compares.
import { APIS, readChangelog, type Api } from '../changelog.ts'
import { decidingAccess } from '../config/access-settings.ts'
import { readConfig } from '../config/read-config.ts'
import type { Say } from '../progress.ts'
import { changelogFormats, isChangelogFormat } from '../report/changelog.ts'
import type { Markup } from '../report/escape/markup.ts'
import { UsageError } from '../sources/files.ts'
import { readSource, refuseTwice } from '../sources/source.ts'
import { readChangelogArguments, startedIn } from './arguments.ts'

/**
 * Writes the changes for clients. Breaking changes do not fail this command.
 * @throws UsageError for wrong arguments, and for states that cannot be compared
 */
export async function changelog(args: readonly string[], width: number, say: Say): Promise<Markup> {
  say('Reading base and head')
  const { base, head, config, api, format = 'markdown' } = readChangelogArguments(args)
  if (!isChangelogFormat(format)) {
    const known = Object.keys(changelogFormats).join(', ')
    throw new UsageError(`Unknown format ${format} of a changelog. Use one of ${known}.`)
  }
  if (api !== undefined && !isApi(api))
    throw new UsageError('--api must be graphql, rest or events.')
  refuseTwice(base, head)
  const settings = await readConfig(config, process.cwd())
  const place = {
    root: settings.root,
    layout: settings,
    config: settings.files,
    places: settings.places,
    folder: startedIn(),
  }
  const { project: { prepare } = {} } = settings
  const before = await readSource('BASE', base, place)
  const after = await readSource('HEAD', head, place)
  const sides = {
    base: before,
    head: after,
    project: prepare ? { prepare } : {},
    ...decidingAccess(settings, before, after),
    today: new Date().toISOString().slice(0, 10),
    say,
  }
  return changelogFormats[format](await readChangelog(sides, api), width)
}

const isApi = (name: string): name is Api => Object.hasOwn(APIS, name)
