// Validates a configuration: by its JSON Schema, and by rules that a schema cannot express.
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { Ajv, type ErrorObject } from 'ajv'
import { accessSettings, type AccessSettings } from './access-settings.ts'
import { checkOrder } from '../authorization/order.ts'
import { checkContracts } from '../contracts/contract.ts'
import { didYouMean } from '../near.ts'
import { parseJson, UsageError } from '../sources/files.ts'
import { withSender, type Layout } from '../sources/layout/layout.ts'
import type { Config } from './config.ts'

const SCHEMA = readFileSync(new URL('../../config.schema.json', import.meta.url), 'utf8')
const validate = new Ajv({ allErrors: true, strictTypes: false, verbose: true }).compile<Config>(
  JSON.parse(SCHEMA) as object,
)

/** Validates a configuration. @throws UsageError that names the first wrong setting, and what it must be */
export function checkConfig(file: string, config: unknown): asserts config is Config {
  if (typeof config !== 'object' || config === null) {
    throw new UsageError(`${file} must export a configuration by default.`)
  }
  if (validate(config)) return checkValues(file, config)
  const sentences = withoutEchoes(validate.errors ?? []).map(sentenceOf)
  throw new UsageError(...[...new Set(sentences)].map((one) => `${file}: ${one}`))
}

/** Checks rules that the schema cannot express. */
function checkValues(file: string, config: Config): void {
  checkContracts(file, config.contracts ?? {})
  checkOrder(file, config.order ?? {})
  checkTargets(file, config)
  checkProject(file, config)
}

function checkTargets(file: string, { documents = [] }: Config): void {
  const index = documents.map(withSender).findIndex((one) => one.subgraph && one.contract)
  if (index < 0) return
  throw new UsageError(`${file}: documents.${index} must name a subgraph or a contract, not both.`)
}

/** Checks the functions of the project, which JSON Schema cannot describe. */
function checkProject(file: string, { project = {} }: Config): void {
  for (const [name, value] of Object.entries(project)) {
    const type = name === 'generator' ? 'string' : 'function'
    if (typeof value === type) continue
    throw new UsageError(`${file}: project.${name} must be a ${type}.`)
  }
}

/**
 * Removes errors that repeat another one. A wrong name of a member gives two errors, and so does a
 * mistake inside an object that may also be a string.
 */
function withoutEchoes(errors: readonly ErrorObject[]): ErrorObject[] {
  const isEcho = ({ keyword, schemaPath }: ErrorObject) =>
    keyword === 'propertyNames' || (/^(anyOf|type)$/.test(keyword) && schemaPath.includes('/anyOf'))
  const own = errors.filter((error) => !isEcho(error))
  const isSaid = ({ instancePath }: ErrorObject) =>
    own.some((one) => `${one.instancePath}/`.startsWith(`${instancePath}/`))
  return errors.filter((error) => !isEcho(error) || !isSaid(error))
}

const KINDS: Readonly<Record<string, string>> = {
  object: 'an object',
  array: 'a list',
  string: 'a string',
  boolean: 'true or false',
}

function sentenceOf(error: ErrorObject): string {
  const { instancePath, keyword, message, params, parentSchema, data } = error
  const setting = instancePath.slice(1).replaceAll('/', '.')
  if (keyword === 'additionalProperties') {
    const given = String(params.additionalProperty)
    const known = Object.keys((parentSchema?.properties ?? {}) as object)
    const name = [setting, given].filter(Boolean).join('.')
    return `there is no setting ${name}.${didYouMean(given, known)}`
  }
  if (keyword === 'minProperties') {
    const known = Object.keys((parentSchema?.properties ?? {}) as object)
    const what = known.length > 0 ? `have at least one of ${known.join(', ')}` : 'not be empty'
    return `${setting} must ${what}.`
  }
  if (keyword === 'pattern') {
    return `${setting}: ${JSON.stringify(data)} must be ${String(parentSchema?.title)}.`
  }
  if (keyword === 'type') {
    const type = String(params.type)
    return `${setting || 'the configuration'} must be ${KINDS[type] ?? type}.`
  }
  const allowed = keyword === 'enum' ? `: ${(params.allowedValues as string[]).join(', ')}` : ''
  return `${setting || 'the configuration'} ${message}${allowed}.`
}

/** The settings for the locations of files, the variants and the directives of the API. */
const PLACES =
  'subgraphs shared committed documents manifests openapi asyncapi approvals contracts code incrementalDelivery'.split(
    ' ',
  )

/** The configuration of another state, as far as it says what the files there mean. */
export interface OwnConfig {
  layout: Layout
  access: AccessSettings
}

/**
 * Reads the configuration of another state. That has to be JSON, since no code of another state runs.
 * @param file the path of the configuration, relative to `root`
 * @returns undefined for a text that does not configure this root
 * @throws UsageError for an order that contradicts itself
 */
export function ownConfigIn(text: string, file: string, root: string): OwnConfig | undefined {
  const config = parseJson(text)
  if (!validate(config)) return undefined
  if (resolve(root, dirname(file), config.root ?? '.') !== root) return undefined
  checkOrder(file, config.order ?? {})
  const layout = Object.entries(config).filter(([name]) => PLACES.includes(name))
  return { layout: Object.fromEntries(layout), access: accessSettings(config) }
}
