// `npm run content`: checks content files, applies them to the running system, and exports them from it.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { walkItems } from '#foundation/content/walk.ts'
import { ECOSYSTEM_ID } from '#foundation/domain/ids.ts'
import { SettingError } from '#foundation/settings/setting.ts'
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

/** Checks files without a database, so it cannot check that the people whom they name exist. */
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

/** Writes to the folder, or to the terminal without one: one document for each service. */
async function exportAll(args: string[]): Promise<void> {
  const { names } = readArguments(args)
  if (names.length > 1) throw new SettingError('Name at most one folder.')
  const [folder] = names
  const files = await exportFiles(services, folder)
  if (folder === undefined) {
    console.log([...files].map(([name, text]) => `# ${name}\n${text}`).join('---\n'))
    return
  }
  await mkdir(folder, { recursive: true }).catch((error: unknown) => refuse(folder, error))
  for (const [name, text] of files) {
    const file = join(folder, name)
    // Do not overwrite a file that exists.
    await writeFile(file, text, { flag: 'wx' }).catch((error: unknown) => refuse(file, error))
    console.log(file)
  }
}

function refuse(file: string, error: unknown): never {
  throw new SettingError(`${file}: cannot be written (${systemReason(error) ?? String(error)}).`)
}

function requireNames(names: string[]): string[] {
  if (names.length === 0) throw new SettingError('Name at least one folder or file.')
  return names
}

const USAGE = `Checks, applies and exports content files: quests, courses, realms and so on. See docs/operations/content.md.

  content -- validate DIR|FILE…   checks files without a database
  content -- apply DIR|FILE…      applies the files to the running system
      --dry-run                   shows what would change, and changes nothing
      --prune                     also retires items that came from a file and are in none of these
  content -- export [DIR]         writes the content of the system as files, or prints it`

await runAction({ apply, export: exportAll, validate }, USAGE)
