// The error of invalid settings, for these tests.
import { SettingError, type Environment } from '#foundation/settings/setting.ts'
import { readSystemConfig } from '../../subgraphs/settings.ts'

export function refusalOf(env: Environment): SettingError {
  try {
    readSystemConfig(env)
  } catch (error) {
    if (error instanceof SettingError) return error
    throw error
  }
  throw new Error(`${JSON.stringify(env)} was accepted.`)
}
