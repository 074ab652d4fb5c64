// The command `federation-check changelog BASE HEAD`: its arguments, and the two states that it compares.
import { parseArgs } from 'node:util'
import { readChangelog } from './changelog.ts'
import { readConfig } from './config.ts'
import { changelogFormats, isChangelogFormat } from './report/changelog.ts'
import { UsageError } from './sources/files.ts'
import { readSource } from './sources/source.ts'

const FORMATS = Object.keys(changelogFormats).join(', ')

export const CHANGELOG_USAGE = `federation-check changelog BASE HEAD [--config FILE] [--format FORMAT]
                              release notes for clients: ${FORMATS} (default: markdown)`

/**
 * Writes what changes for clients. Breaking changes are no failure here.
 * @param folder where the command was called
 * @throws UsageError for wrong arguments, and for states that cannot be compared
 */
export async function changelog(
  args: readonly string[],
  folder: string,
  width: number,
): Promise<string> {
  const { base, head, config, format } = readArguments(args)
  const settings = await readConfig(config, folder)
  const place = { root: settings.root, layout: settings, folder }
  const { prepare } = settings.project ?? {}
  const found = await readChangelog({
    base: await readSource('BASE', base, place),
    head: await readSource('HEAD', head, place),
    project: prepare ? { prepare } : {},
    today: new Date().toISOString().slice(0, 10),
  })
  return changelogFormats[format](found, width)
}

function readArguments(args: readonly string[]) {
  const { values, positionals } = parse(args)
  const { format = 'markdown', config } = values
  const [base = '', head = '', ...more] = positionals
  if (base === '' || head === '' || more.length > 0) throw new UsageError(CHANGELOG_USAGE)
  if (!isChangelogFormat(format)) {
    throw new UsageError(`Unknown format ${format} of a changelog. Use one of ${FORMATS}.`)
  }
  return { base, head, config, format }
}

function parse(args: readonly string[]) {
  const type = 'string' as const
  const options = { config: { type }, format: { type } } as const
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n\n${CHANGELOG_USAGE}`)
  }
}
