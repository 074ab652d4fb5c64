// Functions that operators' commands share: output, errors, and the databases of the running system.
import { hasCommittedChange, noteChanges } from '#foundation/database/outages/committed-changes.ts'
import { requireDatabases } from '#foundation/database/address/connection-check.ts'
import { DomainError } from '#foundation/domain/errors.ts'
import { isOutcomeUnknown } from '#foundation/domain/unknown-outcome.ts'
import { runningPostgresUrl } from '#foundation/postgres/embedded.ts'
import { serviceUrl } from '#foundation/postgres/service-roles.ts'
import { readConfig, serviceSettings, type Configurable } from '#foundation/process/config.ts'
import { SettingError, type Environment } from '#foundation/settings/setting.ts'

/** The actions of a command, by the word after its name, with the arguments that follow. */
export type Action = (args: string[]) => Promise<void>

/**
 * Runs the action that the command line names, and prints one message on failure. With `--help` it
 * prints the usage, if there is one.
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
  await noteChanges(async () => {
    try {
      const action = Object.hasOwn(actions, name) ? actions[name] : undefined
      if (!action) throw new SettingError(`Choose one of ${Object.keys(actions).join(', ')}.`)
      await action(args)
    } catch (error) {
      console.error(sentenceOf(error).split('\n').map(printable).join('\n'))
      process.exitCode = 1
    }
  })
}

function sentenceOf(error: unknown): string {
  // A connection tried at several addresses fails with an AggregateError.
  if (error instanceof AggregateError) return sentenceOf(error.errors[0])
  if (error instanceof DomainError && error.cause !== undefined) {
    const service = String(error.extensions.details.service)
    const lost = `The connection to the database of the ${service} service was lost`
    if (!isOutcomeUnknown(error.extensions) && !hasCommittedChange()) return `${lost}: try again.`
    return `${lost}, and the change may have taken effect: look before you try again.`
  }
  return error instanceof Error ? error.message : String(error)
}

/** Strips control characters from untrusted text, so that it cannot control a terminal. */
export function printable(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '\u{fffd}')
}

/**
 * The database URL of each service in the running system.
 * @throws SettingError when it does not run, or rejects the connection
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
      const url = settings[index]!.databaseUrl ?? (embedded && serviceUrl(embedded, service.name))
      if (url !== undefined) return [service, url]
      throw new SettingError(
        'The system is not running in DATA_DIR. Start it with `npm start`, ' +
          'or set DATABASE_URL to the database of the running services.',
      )
    }),
  )
}
