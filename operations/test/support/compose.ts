// docker-compose.yml as data: its processes, with a test's secrets and the defaults filled in.
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { serviceUrl } from '#foundation/postgres/service-roles.ts'
import { subgraphs } from '../../../subgraphs/index.ts'

export interface ComposeService {
  command?: string[]
  environment: Record<string, string>
  healthcheck: { test: string[] }
  ports?: string[]
}

const rolePasswords = Object.fromEntries(
  subgraphs.map(({ settings }) => [`${settings}_DATABASE_PASSWORD`, 'unused-here']),
)

export const SECRETS: Readonly<Record<string, string>> = {
  POSTGRES_PASSWORD: 'unused-here',
  ...rolePasswords,
  SERVICE_SECRET: 'a secret of this test alone (32+)',
}

export const composeText = readFileSync(
  new URL('../../../docker-compose.yml', import.meta.url),
  'utf8',
)

/** Services by name. */
export const composeServices = (
  parse(composeText, { merge: true }) as { services: Record<string, ComposeService> }
).services

/** The services that run our own code, with their names. */
export const composeProcesses = Object.entries(composeServices).filter(
  ([, { command }]) => command?.[0] === 'node',
)

/** A value of the file as Docker interpolates it, with a .env that has only the secrets. */
export function withDefaults(value: string): string {
  return value
    .replaceAll(/\$\{(\w+):\?[^}]*\}/g, (_, name: string) => SECRETS[name]!)
    .replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1')
}

/** The address of a database in the file, as that of the same role in a test's database. Other values stay. */
export function inDatabase(value: string, databaseUrl: string): string {
  const service = /^postgres:\/\/ecosystem_(\w+):/.exec(value)?.[1]
  return service === undefined ? value : serviceUrl(databaseUrl, service)
}
