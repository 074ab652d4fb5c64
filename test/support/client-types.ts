// Runs `graphql-codegen` with its client preset on the documents of a client and schema/api.graphql.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { codegen } from '@graphql-codegen/core'
import { preset, type ClientPresetConfig } from '@graphql-codegen/client-preset'
import { buildASTSchema, parse } from 'graphql'

const API = fileURLToPath(new URL('../../schema/api.graphql', import.meta.url))

export interface ClientTypesOptions {
  /** Files with GraphQL documents. */
  documents: readonly string[]
  /** The folder for the generated files, with a slash at its end. */
  folder: string
  presetConfig: ClientPresetConfig
  config: Record<string, unknown>
}

/** Writes the types and documents of a client. */
export async function generateClientTypes(options: ClientTypesOptions): Promise<void> {
  const { documents, folder, presetConfig, config } = options
  const schema = parse(await readFile(API, 'utf8'))
  const files = await preset.buildGeneratesSection({
    baseOutputDir: folder,
    presetConfig,
    config,
    schema,
    schemaAst: buildASTSchema(schema),
    documents: await Promise.all(documents.map(readDocument)),
    plugins: [],
    pluginMap: {},
    pluginContext: {},
  })
  await mkdir(folder, { recursive: true })
  for (const file of files) await writeFile(file.filename, await codegen(file))
}

async function readDocument(location: string) {
  const rawSDL = await readFile(location, 'utf8')
  return { location, document: parse(rawSDL), rawSDL }
}
