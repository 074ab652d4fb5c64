// `npm run settings`: every setting of this version, with its default and meaning. Programs check all of them at start.
import { eventSettings } from '#foundation/events/settings.ts'
import { connectionSettings } from '#foundation/graphql/live/live-settings.ts'
import { httpSettings } from '#foundation/http/settings.ts'
import {
  rateLimitSettings,
  requestLimitSettings,
  responseSettings,
  valkeySettings,
} from '#foundation/limits/settings.ts'
import { postgresSettings } from '#foundation/postgres/settings.ts'
import {
  perServiceSettings,
  processSettings,
  readConfig,
  type Config,
} from '#foundation/process/config.ts'
import { list } from '#foundation/settings/value-parsers.ts'
import { setting, type Environment, type Setting } from '#foundation/settings/setting.ts'
import { telemetrySettings } from '#foundation/telemetry/settings.ts'
import { foreignTokenSettings, routerSettings } from '../router/settings.ts'
import { services } from './services.ts'

export const servicesSetting = setting('SERVICES', 'the services of one process', list)

const GROUPS = [
  processSettings,
  postgresSettings,
  telemetrySettings,
  httpSettings,
  rateLimitSettings,
  valkeySettings,
  requestLimitSettings,
  responseSettings,
  connectionSettings,
  eventSettings,
  routerSettings,
  foreignTokenSettings,
  ...services.flatMap(({ ownSettings }) => ownSettings ?? []),
]

/** Reads the settings of every folder. @throws SettingError for the first invalid value */
export function readAllSettings(env: Environment): unknown[] {
  return GROUPS.map((group) => group.read(env))
}

/** What is of a process of the system, after all settings have been checked. @throws SettingError */
export function readSystemConfig(env: Environment): Config {
  const config = readConfig(env, services)
  readAllSettings(env)
  return config
}

/** Every setting. Those of each service are there once, for `<SERVICE>`. */
export function allSettings(): Setting[] {
  const [port, ...others] = perServiceSettings({ settings: '<SERVICE>', port: 0 }).declared
  const ofEachService = [{ ...port!, shown: undefined }, ...others]
  return [...ofEachService, servicesSetting, ...GROUPS.flatMap(({ declared }) => declared)]
}

/** A line for each setting, in the form of docs/operations/settings.md. */
export function settingLines(): string[] {
  return allSettings().map(({ name, shown, about }) => {
    return `- \`${name}\`${shown === undefined ? '' : ` (${shown})`}: ${about}`
  })
}

if (import.meta.main) console.log(settingLines().sort().join('\n'))
