// Lint rule: names from before the project used the field's standard words do not come back.
interface Named {
  name: string
}

interface RuleContext {
  filename: string
  report: (problem: { node: unknown; message: string }) => void
}

/** Old word → current word. The identifier `visit` alone is a function of graphql-js and yaml. */
const RENAMED: readonly (readonly [RegExp, string])[] = [
  [/patience/i, 'circuit breaker, or timeout'],
  [/brake/i, 'attempt throttle'],
  [/door/i, 'sign-in method'],
  [/edge-?guard|create-?edge|^edge\.[tj]s$/i, 'request guard'],
  [/Visit(?!or)|^visits$|visit(?!WithTypeInfo)[A-Z]|^visits?\.[tj]s$/, 'browser session'],
  [/^(create|signedIn)?Visitor$|^visitor\.[tj]s$/, 'user agent'],
  [/^Exchange$|^exchange\.[tj]s$/, 'request context'],
  [/made-?once/i, 'create secret'],
  [/identity-?follower/i, 'key and revocation poller'],
  [/ended-?grant/i, 'revoked grant'],
  [/shut-?out/i, 'disabled'],
  [/told/i, 'returned, shown or reported'],
]

/** The executor of the router still has them. */
const RENAMED_OUTSIDE_THE_EXECUTOR: typeof RENAMED = [
  [/^(MOST|LONGEST|FARTHEST)(_|$)/, 'MAX_…'],
  [/^(LEAST|SHORTEST)(_|$)/, 'MIN_…'],
  [/sibling/i, 'peer'],
  [/^hold[A-Z]/, 'lock…ForShare'],
  [/^turns\.ts$/, 'keyed mutex, yield or semaphore'],
  [/[a-z]Answer|^answer(?!edAt$|Name$)[A-Z]|^Answers?$|^answers?\.ts$/, 'response, or result'],
]

/** Nouns in -ing. Other type names in -ing describe an action, not a thing. */
const NOUNS = /(Listing|Posting|Finding|Setting|Thing|Warning|Keyring|Encoding|String|Screening)$/

/** Fixed names: a GraphQL field, its type, a table, and a script that pages of an older process load. */
const ALLOWED = new Set(['endedGrants', 'EndedGrantPage', 'brakes', 'door.js', 'openDoor'])

function problemOf(name: string, words: typeof RENAMED): string | undefined {
  const renamed = ALLOWED.has(name) ? undefined : words.find(([word]) => word.test(name))
  return renamed && `${name}: the word here is “${renamed[1]}”.`
}

export default {
  meta: { name: 'vocabulary' },
  rules: {
    names: {
      create(context: RuleContext) {
        const isExecutor = context.filename.includes('/router/executor/')
        const words = isExecutor ? RENAMED : [...RENAMED, ...RENAMED_OUTSIDE_THE_EXECUTOR]
        const check = (node: unknown, name: string) => {
          const message = problemOf(name, words)
          if (message) context.report({ node, message })
        }
        const identifier = (node: Named) => check(node, node.name)
        const type = ({ id }: { id: Named }) => {
          if (!id.name.endsWith('ing') || NOUNS.test(id.name)) return
          context.report({ node: id, message: `${id.name}: types are nouns.` })
        }
        return {
          TSInterfaceDeclaration: type,
          TSTypeAliasDeclaration: type,
          Identifier: identifier,
          PrivateIdentifier: identifier,
          Program: (node: unknown) => check(node, context.filename.split('/').at(-1)!),
        }
      },
    },
  },
}
