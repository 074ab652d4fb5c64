// Finds globs of the configuration that match nothing: a mistyped one would leave a step without work.
import { UsageError, type Files } from '../files.ts'
import { pathsMatching } from './globs.ts'
import { globsOfSender, type Layout } from './layout.ts'

interface Side {
  /** The globs of the configuration that match nothing here; absent for a single schema. */
  unmatched?: readonly string[]
}

/** The configured globs that match no file. Defaults may match nothing. */
export function unmatchedIn(
  files: Files,
  {
    shared = [],
    committed = {},
    documents = [],
    manifests = [],
    openapi = [],
    asyncapi = [],
    code = [],
  }: Layout,
): string[] {
  const sent = [...documents, ...manifests].flatMap(globsOfSender)
  const described = [...openapi, ...asyncapi]
  const globs = [...shared, ...Object.values(committed), ...sent, ...described, ...code]
  return globs.filter((glob) => pathsMatching(files, glob).length === 0)
}

/**
 * Checks both sides. A glob that matches on one side only is fine: the change adds or removes the
 * files, which the steps report.
 * @throws UsageError for a glob that matches nothing on both sides
 */
export function checkMatches(base: Side, head: Side): void {
  const found = head.unmatched?.find((glob) => base.unmatched?.includes(glob) ?? true)
  if (found === undefined) return
  throw new UsageError(`${found}: no file matches this glob of the configuration.`)
}
