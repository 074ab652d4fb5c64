// The command `federation-check changelog BASE HEAD`: the two states that it compares.
import { readChangelogArguments, startedIn } from './arguments.ts'
import { readChangelog } from './changelog.ts'
import { readConfig } from './config.ts'
import { changelogFormats, isChangelogFormat } from './report/changelog.ts'
import { UsageError } from './sources/files.ts'
import { readSource, refuseTwice } from './sources/source.ts'

/**
 * Writes what changes for clients. Breaking changes are no failure here.
 * @throws UsageError for wrong arguments, and for states that cannot be compared
 */
export async function changelog(args: readonly string[], width: number): Promise<string> {
  const { base, head, config, format = 'markdown' } = readChangelogArguments(args)
  if (!isChangelogFormat(format)) {
    const known = Object.keys(changelogFormats).join(', ')
    throw new UsageError(`Unknown format ${format} of a changelog. Use one of ${known}.`)
  }
  refuseTwice(base, head)
  const settings = await readConfig(config, process.cwd())
  const place = {
    root: settings.root,
    layout: settings,
    config: settings.files,
    places: settings.places,
    folder: startedIn(),
  }
  const { prepare } = settings.project ?? {}
  const found = await readChangelog({
    base: await readSource('BASE', base, place),
    head: await readSource('HEAD', head, place),
    project: prepare ? { prepare } : {},
    today: new Date().toISOString().slice(0, 10),
  })
  return changelogFormats[format](found, width)
}
