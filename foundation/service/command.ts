// Shared by the commands of an operator: output, errors, and the databases of the running system.
import { requireDatabases } from '#foundation/database/connection-check.ts'
import { DomainError } from '#foundation/domain/errors.ts'
import { runningPostgresUrl } from '#foundation/postgres/embedded.ts'
import {
  readConfig,
  serviceSettings,
  SettingError,
  type Configurable,
  type Environment,
} from '#foundation/process/config.ts'

/** What is done by a word after the command's name, with the arguments that follow it. */
export type Action = (args: string[]) => Promise<void>

/**
 * Runs the action that the command line names; what goes wrong is told in a sentence. With `--help` it
 * prints the usage instead, where there is one.
 */
export async function runAction(
  actions: Readonly<Record<string, Action>>,
  usage?: string,
): Promise<void> {
  const [name = '', ...args] = process.argv.slice(2)
  if (usage !== undefined && [name, ...args].some((word) => word === '--help' || word === '-h')) {
    console.log(usage)
    return
  }
  try {
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined
    if (!action) throw new SettingError(`Name one of ${Object.keys(actions).join(', ')}.`)
    await action(args)
  } catch (error) {
    console.error(sentenceOf(error).split('\n').map(printable).join('\n'))
    process.exitCode = 1
  }
}

function sentenceOf(error: unknown): string {
  // So a connection fails that was tried at several addresses.
  if (error instanceof AggregateError) return sentenceOf(error.errors[0])
  if (error instanceof DomainError && error.cause !== undefined) {
    const { service } = error.extensions.details
    return `The connection to the database of the ${String(service)} service is lost: try again.`
  }
  return error instanceof Error ? error.message : String(error)
}

/** Text of people and files that must not steer a terminal. */
export function printable(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '\u{fffd}')
}

/**
 * Where the running system keeps the data of each of these services.
 * @throws SettingError when it does not run, or does not let us in
 */
export async function runningDatabases<Service extends Configurable>(
  env: Environment,
  services: readonly Service[],
): Promise<Map<Service, string>> {
  const config = readConfig(env, services)
  const settings = services.map((service) => serviceSettings(config, service.name))
  await requireDatabases(settings)
  const isEmbedded = settings.some(({ databaseUrl }) => databaseUrl === undefined)
  const embedded = isEmbedded ? await runningPostgresUrl(config.dataDir) : undefined
  return new Map(
    services.map((service, index) => {
      const url = settings[index]!.databaseUrl ?? embedded
      if (url !== undefined) return [service, url]
      throw new SettingError('The system is not running: `npm start` starts it.')
    }),
  )
}
