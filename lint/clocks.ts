// Lint rule: tests set the clock, wait for a state, or count. They neither measure time or memory nor sleep.
interface Node {
  type: string
}

interface RuleContext {
  filename: string
  report: (problem: { node: unknown; message: string }) => void
}

/** Tests in which it is right, and why: no test passes or fails by these times. */
const ALLOWED: Readonly<Record<string, string>> = {
  'router/test/reload/story.ts': 'A subgraph takes some time, so that requests are in flight.',
  'test/clients/live-clients.ts': 'A client waits before it reconnects.',
  'operations/test/cluster/support/faults.ts': 'A machine is frozen for longer than its lease.',
  'operations/test/cluster/support/load.ts': 'People think between two requests.',
  'operations/test/cluster/support/operation.ts': 'A client waits before it repeats a request.',
  'test/process/conservation.test.ts': 'A process is killed at a random moment.',
  'test/process/idempotency.test.ts': 'A process is killed a little later each time.',
  'test/process/leaving.test.ts': 'A process is killed at a random moment, while days pass.',
  'test/process/live-chaos.test.ts': 'Processes are killed at random moments.',
  'test/process/refresh.test.ts':
    'A process is killed at a random moment; clients wait before they retry.',
  'operations/test/proxy/support/next-version.ts':
    'A migration holds its lock for a second, under load.',
  'operations/test/proxy/support/requests.ts': 'People think between two requests.',
  'operations/test/proxy/support/socket-watcher.ts': 'A client waits before it reconnects.',
  'test/support/live-chaos/readers.ts': 'A client waits before it retries.',
  'test/support/live-chaos/subscribers.ts': 'A client waits before it reconnects.',
  'test/support/live-chaos/writers.ts': 'People think between two changes.',
  'test/support/program-runner.ts': 'Looks again and again whether a program has ended.',
}

const MESSAGE =
  'Tests set the clock (vi.useFakeTimers), wait for a state, or count. Exceptions are in lint/clocks.ts.'

/** What takes the time, the processor time or the memory of this process. */
const MEASURES: Readonly<Record<string, RegExp>> = {
  performance: /^now$/,
  process: /^(hrtime|cpuUsage|threadCpuUsage|memoryUsage|resourceUsage)$/,
}

interface Named {
  name: string
}

interface Member {
  object: Partial<Named>
  property: Partial<Named>
}

interface Import {
  source: { value: string }
  specifiers: readonly { imported?: Named }[]
}

interface Call {
  callee: Partial<Named>
}

interface Literal {
  value: unknown
}

interface TemplateElement {
  value: { raw: string }
}

/** An app that tests start: it waits as its users do. */
const APP = 'test/browser/frontend/src/'

/** The path of a file of tests in the project; undefined for any other file. */
function testPath(filename: string): string | undefined {
  const path = filename.slice(new URL('..', import.meta.url).pathname.length)
  return /(^|\/)test\/|\.test\.ts$/.test(path) && !path.startsWith(APP) ? path : undefined
}

export default {
  meta: { name: 'clocks' },
  rules: {
    'no-clocks': {
      create(context: RuleContext) {
        const path = testPath(context.filename)
        if (path === undefined) return {}
        const isAllowed = path in ALLOWED
        let found = 0
        const refuse = (node: unknown) => {
          found += 1
          if (!isAllowed) context.report({ node, message: MESSAGE })
        }
        return {
          MemberExpression(node: Node & Member) {
            const { object, property } = node
            if (MEASURES[object.name ?? '']?.test(property.name ?? '')) refuse(node)
          },
          ImportDeclaration(node: Node & Import) {
            const isSleep = ({ imported }: { imported?: Named }) => imported?.name === 'setTimeout'
            if (node.source.value.endsWith('timers/promises') && node.specifiers.some(isSleep)) {
              refuse(node)
            }
          },
          CallExpression(node: Node & Call) {
            if (node.callee.name === 'setTimeout') refuse(node)
          },
          Literal(node: Node & Literal) {
            if (typeof node.value === 'string' && node.value.includes('pg_sleep')) refuse(node)
          },
          TemplateElement(node: Node & TemplateElement) {
            if (node.value.raw.includes('pg_sleep')) refuse(node)
          },
          'Program:exit'(node: unknown) {
            if (!isAllowed || found > 0) return
            context.report({
              node,
              message: `lint/clocks.ts: ${path} needs no exception any more.`,
            })
          },
        }
      },
    },
  },
}
