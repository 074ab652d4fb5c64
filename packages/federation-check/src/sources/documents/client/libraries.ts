// The directives of documents that clients handle themselves, by library, and what is sent instead.

/** How a library handles the directives of a document. */
export interface ClientLibrary {
  /** Where the directives are documented or defined. */
  source: string
  /** Directives that the client removes. `_*` matches every name that begins with `_`. */
  removed: readonly string[]
  /** Directives whose field, fragment or operation is not sent. */
  unsent?: readonly string[]
  /** Directives of a field that gets what pagination needs. */
  paginated?: readonly string[]
  /** Directives of a field whose selection is filled in when it is sent. */
  populated?: readonly string[]
  /** Fields of every type that are read from the cache. */
  fields?: readonly string[]
}

const words = (text: string) => text.trim().split(/\s+/)

export const CLIENT_LIBRARIES = {
  // Apollo Client with apollo-link-rest, Apollo Kotlin and Apollo iOS.
  apollo: {
    source: 'https://www.apollographql.com/docs/react/data/directives',
    removed: words('connection nonreactive unmask nonnull optional catch import'),
    unsent: words('client rest apollo_client_ios_localCacheMutation'),
  },
  relay: {
    source:
      'https://github.com/facebook/relay/blob/main/compiler/crates/relay-schema/src/relay-extensions.graphql',
    removed: words(`alias appendEdge appendNode argumentDefinitions arguments assignable catch
      dangerously_unaliased_fixme deleteEdge deleteRecord DEPRECATED__relay_ignore_unused_variables_error
      exec_time_resolvers inline match module no_inline preloadable prependEdge prependNode raw_response_type
      refetchable relay relay_test_operation required throwOnFieldError waterfall __clientField __debug`),
    unsent: words('updatable'),
    paginated: words('connection stream_connection'),
    fields: words('__id'),
  },
  urql: {
    source: 'https://github.com/urql-graphql/urql/blob/main/docs/graphcache/local-directives.md',
    removed: words('_*'),
    populated: words('populate'),
  },
} satisfies Readonly<Record<string, ClientLibrary>>

export type Effect = 'removed' | 'unsent' | 'paginated' | 'populated'

/** Returns the effect of a directive; undefined for one that is sent. */
export type Effects = (directive: string) => Effect | undefined

const EFFECTS = ['removed', 'unsent', 'paginated', 'populated'] as const

const librariesOf = (settings: readonly string[]): ClientLibrary[] =>
  settings.filter(isLibrary).map((name) => CLIENT_LIBRARIES[name])

const isLibrary = (name: string): name is keyof typeof CLIENT_LIBRARIES =>
  Object.hasOwn(CLIENT_LIBRARIES, name)

/** Combines the effects of settings. @param settings names of libraries, and of directives with their `@` */
export function effectsOf(settings: readonly string[]): Effects {
  const own = settings.filter((name) => name.startsWith('@')).map((name) => name.slice(1))
  const libraries = [{ source: '', removed: own } as ClientLibrary, ...librariesOf(settings)]
  return (name) =>
    EFFECTS.find((effect) =>
      libraries.some((one) => (one[effect] ?? []).some((pattern) => isNamed(pattern, name))),
    )
}

const isNamed = (pattern: string, name: string) =>
  pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern

/** The fields that the libraries never send. */
export const cacheFieldsOf = (settings: readonly string[]): readonly string[] =>
  librariesOf(settings).flatMap(({ fields = [] }) => fields)

/** The libraries that know a directive. */
export const librariesWith = (directive: string): string[] =>
  Object.keys(CLIENT_LIBRARIES).filter((name) => effectsOf([name])(directive) !== undefined)
