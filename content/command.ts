// `npm run content`: content files are checked, applied to the running system, and written from it.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { walkItems } from '#foundation/content/walk.ts'
import { ECOSYSTEM_ID } from '#foundation/domain/ids.ts'
import { SettingError } from '#foundation/process/setting.ts'
import { systemReason } from '#foundation/process/system-error.ts'
import { printable, runAction } from '#foundation/service/command.ts'
import { subgraphs } from '../subgraphs/index.ts'
import { applyFiles } from './apply.ts'
import { readArguments } from './arguments.ts'
import { exportFiles } from './export.ts'
import { readContentFiles } from './files.ts'
import { issueLines, requireRight, ruleIssues } from './issues.ts'
import { reportLines } from './report.ts'

const services = subgraphs.filter(({ content }) => content !== undefined)

async function apply(args: string[]): Promise<void> {
  const { names, has } = readArguments(args, ['dry-run', 'prune'])
  const dryRun = has('dry-run')
  const read = await readContentFiles(requireNames(names), services)
  const applied = await applyFiles(read, services, { dryRun, prune: has('prune') })
  for (const line of issueLines(applied.warnings)) console.warn(`Warning: ${line}`)
  for (const line of reportLines(applied, dryRun)) console.log(line)
}

/** Without a database: whether people exist whom files name is seen when they are applied. */
async function validate(args: string[]): Promise<void> {
  const { names } = readArguments(args)
  const read = await readContentFiles(requireNames(names), services)
  requireRight([...read.issues, ...ruleIssues(read, () => ECOSYSTEM_ID)])
  for (const [{ content = [] }, files] of read.byService) {
    for (const file of files) {
      const found = Map.groupBy(walkItems(content, [file]), ({ kind }) => kind.list)
      const counts = [...found].map(([list, items]) => `${list} ${items.length}`)
      console.log(printable(`${file.name}: ${counts.join(', ') || 'nothing'}`))
    }
  }
}

/** Without a folder to the terminal, one document for each service. */
async function exportAll(args: string[]): Promise<void> {
  const { names } = readArguments(args)
  if (names.length > 1) throw new SettingError('Name one folder, or none.')
  const [folder] = names
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

function requireNames(names: string[]): string[] {
  if (names.length === 0) throw new SettingError('Name a folder or files.')
  return names
}

const USAGE = `Content files: what people find in the system. docs/operations.md, "Content", says more.

  content -- validate DIR|FILE…   checks files without a database
  content -- apply DIR|FILE…      brings the running system in line with the files
      --dry-run                   does the same and undoes it: shows what would change
      --prune                     retires what came from a file and is in none of these any more
  content -- export [DIR]         writes what the system has as files, or prints it`

await runAction({ apply, export: exportAll, validate }, USAGE)
