// `npm run content`: content files are checked, applied to the running system, and written from it.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import { runAction } from '#foundation/command.ts'
import { SettingError } from '#foundation/config.ts'
import { walkItems } from '#foundation/content/walk.ts'
import { ECOSYSTEM_ID } from '#foundation/ids.ts'
import { systemReason } from '#foundation/system-error.ts'
import { subgraphs } from '../subgraphs/index.ts'
import { applyFiles } from './apply.ts'
import { exportFiles } from './export.ts'
import { readContentFiles } from './files.ts'
import { requireRight, ruleIssues } from './issues.ts'
import { reportLines } from './report.ts'

const services = subgraphs.filter(({ content }) => content !== undefined)

async function apply(args: string[]): Promise<void> {
  const flags = { 'dry-run': { type: 'boolean' }, prune: { type: 'boolean' } } as const
  const { names, values } = readArguments(args, flags)
  const dryRun = values['dry-run'] ?? false
  const read = await readContentFiles(names, services)
  const applied = await applyFiles(read, { dryRun, prune: values.prune ?? false })
  for (const line of reportLines(applied, dryRun)) console.log(line)
}

/** Without a database: whether people exist whom files name is seen when they are applied. */
async function validate(args: string[]): Promise<void> {
  const { names } = readArguments(args, {})
  const read = await readContentFiles(names, services)
  requireRight([...read.issues, ...ruleIssues(read, () => ECOSYSTEM_ID)])
  for (const [{ content = [] }, files] of read.byService) {
    for (const file of files) {
      const found = Map.groupBy(walkItems(content, [file]), ({ kind }) => kind.list)
      const counts = [...found].map(([list, items]) => `${list} ${items.length}`)
      console.log(`${file.name}: ${counts.join(', ') || 'nothing'}`)
    }
  }
}

/** Without a folder to the terminal, one document for each service. */
async function exportAll(args: string[]): Promise<void> {
  const { positionals } = parseArgs({ args, allowPositionals: true })
  if (positionals.length > 1) throw new SettingError('Name one folder, or none.')
  const [folder] = positionals
  const files = await exportFiles(services, folder)
  if (folder === undefined) {
    console.log([...files].map(([name, text]) => `# ${name}\n${text}`).join('---\n'))
    return
  }
  await mkdir(folder, { recursive: true }).catch((error: unknown) => refuse(folder, error))
  for (const [name, text] of files) {
    const file = join(folder, name)
    // Somebody's own words may stand there.
    await writeFile(file, text, { flag: 'wx' }).catch((error: unknown) => refuse(file, error))
    console.log(file)
  }
}

function refuse(file: string, error: unknown): never {
  throw new SettingError(`${file}: cannot be written (${systemReason(error) ?? String(error)}).`)
}

function readArguments<const Options extends ParseArgsOptionsConfig>(
  args: string[],
  options: Options,
) {
  const { positionals, values } = parseArgs({ args, options, allowPositionals: true })
  if (positionals.length === 0) throw new SettingError('Name a folder or files.')
  return { names: positionals, values }
}

await runAction({ apply, export: exportAll, validate })
