// `npx -p @graphql-codegen/cli graphql-codegen --config docs/typed-client/codegen.ts`
export default {
  schema: 'schema/api.graphql',
  documents: 'docs/typed-client/*.graphql',
  generates: {
    'docs/typed-client/generated/': {
      preset: 'client',
      presetConfig: {
        fragmentMasking: false,
        // The ids under which the router knows the documents.
        persistedDocuments: { mode: 'embedHashInDocument', hashAlgorithm: 'sha256' },
      },
      config: {
        documentMode: 'string',
        useTypeImports: true,
        enumsAsTypes: true,
        scalars: {
          DateTimeISO: 'string',
          JSONObject: 'Record<string, unknown>',
          SafeInt: 'number',
        },
      },
    },
  },
} as const
