// `npm run codegen`: types each `.graphql` file. Every screen has its own folder of documents, so that a screen is
// loaded with its documents alone.
import type { CodegenConfig } from '@graphql-codegen/cli'
import { addTypenameSelectionDocumentTransform } from '@graphql-codegen/client-preset'
import { globSync } from 'node:fs'
import { dirname } from 'node:path'

/** The folders with documents: one for each screen, and what all screens share. */
const folders = [...new Set(globSync('src/**/*.graphql').map(dirname))].toSorted()

/** Fragments that every screen may spread. */
const SHARED = 'src/fragments/*.graphql'

const documentsOf = (folder: string): CodegenConfig['generates'] => ({
  [`${folder}/generated/`]: {
    documents: [...new Set([`${folder}/*.graphql`, SHARED])],
    preset: 'client',
    presetConfig: {
      fragmentMasking: false,
      // The ids under which the router knows the documents.
      persistedDocuments: { mode: 'embedHashInDocument', hashAlgorithm: 'sha256' },
    },
    // The cache recognises objects by `__typename` and `id`.
    documentTransforms: [addTypenameSelectionDocumentTransform],
    config: {
      useTypeImports: true,
      enumsAsTypes: true,
      scalars: {
        DateTimeISO: 'string',
        JSONObject: 'Record<string, unknown>',
        SafeInt: 'number',
      },
    },
  },
})

export default {
  schema: '../../schema/api.graphql',
  generates: {
    ...Object.assign({}, ...folders.map(documentsOf)),
    'src/graphql/generated/possible-types.ts': {
      plugins: ['fragment-matcher'],
      config: { useExplicitTyping: true, apolloClientVersion: 3 },
    },
    'src/graphql/generated/connections.ts': { plugins: ['./codegen/connections.js'] },
  },
} satisfies CodegenConfig
