// Manifests against the official schemas: what a field holds, and which fields there are.
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Manifest } from './manifest.ts'

const run = promisify(execFile)
const CACHE = fileURLToPath(new URL('../node_modules/.cache', import.meta.url))
const TSC = fileURLToPath(new URL('../../../../node_modules/.bin/tsc', import.meta.url))
const OPTIONS =
  '--ignoreConfig --noEmit --strict --skipLibCheck --module nodenext --target esnext --pretty false'

interface Schema {
  /** The module with the validator and the type. */
  module: string
  type: string
  value: unknown
}

const CLOUD_NATIVE_PG = '@kubernetes-models/cloudnative-pg'

/** The packages that have the schemas of each group. */
const PACKAGES: Readonly<Record<string, string>> = {
  'gateway.networking.k8s.io': '@kubernetes-models/gateway-api',
  'postgresql.cnpg.io': CLOUD_NATIVE_PG,
}

function schemaOf(manifest: Manifest): Schema {
  const { apiVersion, kind } = manifest
  // The plugin's kind has no package. Its configuration is the one that CloudNativePG itself had.
  if (kind === 'ObjectStore') {
    const type = 'BarmanObjectStoreConfiguration'
    const module = `${CLOUD_NATIVE_PG}/github.com/cloudnative-pg/barman-cloud/pkg/api/${type}`
    return { module, type, value: manifest.spec!.configuration }
  }
  const [group] = apiVersion.split('/')
  const module = `${PACKAGES[group!] ?? 'kubernetes-models'}/${apiVersion}/${kind}`
  return { module, type: kind, value: manifest }
}

type Model = new (value: unknown) => { validate(): void }

/** Says what a manifest's schema refuses, without unknown fields. */
export async function schemaErrors(manifest: Manifest): Promise<string[]> {
  const { module, type, value } = schemaOf(manifest)
  const { [type]: Class } = (await import(module)) as Record<string, Model>
  try {
    new Class!(value).validate()
    return []
  } catch (error) {
    return [`${manifest.kind} ${manifest.metadata.name}: ${String(error)}`]
  }
}

/**
 * Says which fields the types of the schemas do not have: Kubernetes itself ignores them, or refuses the manifest.
 * The compiler finds them in the values as literals.
 */
export async function unknownFields(manifests: readonly Manifest[]): Promise<string> {
  const lines = manifests.map((manifest, index) => {
    const { module, type, value } = schemaOf(manifest)
    return `export const m${index}: import('${module}').I${type} = ${JSON.stringify(value)}`
  })
  await mkdir(CACHE, { recursive: true })
  const folder = await mkdtemp(join(CACHE, 'manifests-'))
  try {
    const file = join(folder, 'manifests.ts')
    await writeFile(file, lines.join('\n'))
    const failed = await run(TSC, [...OPTIONS.split(' '), file]).catch((error: unknown) => error)
    return (failed as { stdout: string }).stdout
  } finally {
    await rm(folder, { recursive: true })
  }
}
