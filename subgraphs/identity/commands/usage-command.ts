// `npm run -s usage`: exports usage of the schema by callers of the router, for the schema check.
import { SettingError } from '#foundation/settings/setting.ts'
import { runAction } from '#foundation/service/command.ts'
import { administer, readOptions } from './command.ts'
import { exportUsage, MAX_EXPORTED_DAYS } from '../domain/maintenance/field-usage.ts'

async function printUsage(args: string[]): Promise<void> {
  const { days } = readOptions(args, { days: { type: 'string', default: '30' } })
  const usage = await administer((ctx) => exportUsage(ctx, daysNamed(days)))
  console.log(JSON.stringify(usage, null, 2))
}

function daysNamed(text: string): number {
  const days = Number(text)
  if (/^\d+$/.test(text) && days >= 1 && days <= MAX_EXPORTED_DAYS) return days
  throw new SettingError(`--days must be a whole number from 1 to ${MAX_EXPORTED_DAYS}.`)
}

const USAGE = `Exports which client uses which part of the schema. See docs/operations/router.md, "Usage".

  usage -- export [--days N]   prints the counts of the last N days and of today as JSON (default: 30)`

await runAction({ export: printUsage }, USAGE)
