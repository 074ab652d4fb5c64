// Lint rule: names from before the project used the field's standard words do not come back.
interface Named {
  name: string
}

interface RuleContext {
  filename: string
  report: (problem: { node: unknown; message: string }) => void
}

/** Word → what it is called now. Of identifiers, `visit` alone is a function of graphql-js and yaml. */
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

/** On the wire: a GraphQL field, its type, a table, and a script that a page of an older process loads. */
const KEPT = new Set(['endedGrants', 'EndedGrantPage', 'brakes', 'door.js', 'openDoor'])

function problemOf(name: string): string | undefined {
  const renamed = KEPT.has(name) ? undefined : RENAMED.find(([word]) => word.test(name))
  return renamed && `${name}: the word here is “${renamed[1]}”.`
}

export default {
  meta: { name: 'vocabulary' },
  rules: {
    names: {
      create(context: RuleContext) {
        const check = (node: unknown, name: string) => {
          const message = problemOf(name)
          if (message) context.report({ node, message })
        }
        const identifier = (node: Named) => check(node, node.name)
        return {
          Identifier: identifier,
          PrivateIdentifier: identifier,
          Program: (node: unknown) => check(node, context.filename.split('/').at(-1)!),
        }
      },
    },
  },
}
