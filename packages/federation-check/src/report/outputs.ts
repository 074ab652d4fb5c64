// Writes reports into files, so that one run of the check is enough for a CI step.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Report } from '../run.ts'
import { followed, UsageError } from '../sources/files.ts'
import { checkInside } from '../sources/links.ts'
import type { Markup } from './escape/markup.ts'
import { failures, formats, isFormat, type FormatContext } from './formats.ts'

interface Output {
  format: keyof typeof formats
  /** An absolute path. */
  file: string
}

/**
 * Reads `FORMAT=FILE`.
 * @throws UsageError for another form, an unknown format, and a link out of the folder
 */
export function readOutputs(given: readonly string[], folder: string): Output[] {
  return given.map((one) => {
    const at = one.indexOf('=')
    const [format, file] = [one.slice(0, at), one.slice(at + 1)]
    if (at > 0 && file !== '' && isFormat(format)) return { format, file: placed(folder, file) }
    const known = Object.keys(formats).join(', ')
    throw new UsageError(`--output ${one} must be FORMAT=FILE, with a format of ${known}.`)
  })
}

/** The absolute path of a report. A symbolic link there is refused, because the change may have added it. */
function placed(folder: string, given: string): string {
  const file = resolve(folder, given)
  for (const path of [dirname(file), file]) followed(() => checkInside(folder, path))
  return file
}

/** Writes the reports. @throws UsageError for a file that cannot be written */
export async function writeOutputs(
  outputs: readonly Output[],
  report: Report,
  context: FormatContext,
): Promise<void> {
  for (const { format, file } of outputs) {
    write(file, await formats[format](report, context))
  }
}

/**
 * Writes that the check could not run. A format that cannot express this has its file removed,
 * because an earlier report would be mistaken for a new one.
 */
export async function writeFailures(
  outputs: readonly Output[],
  lines: readonly string[],
): Promise<void> {
  for (const { format, file } of outputs) {
    const written = await failures.get(format)?.(lines)
    if (written === undefined) rmSync(file, { force: true })
    else write(file, written)
  }
}

function write(file: string, { text }: Markup): void {
  try {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, `${text.trimEnd()}\n`)
  } catch (error) {
    throw new UsageError(`--output: ${file} cannot be written (${(error as Error).message}).`)
  }
}
