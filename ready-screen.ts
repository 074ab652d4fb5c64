// The text that `npm start` prints once everything is ready: URLs, who can sign in, and what to do next.
import { httpSettings } from '#foundation/http/settings.ts'
import { serviceSettings, type Config } from '#foundation/process/config.ts'
import { routerSettings } from './router/settings.ts'
import { DEMO_PASSWORD } from './subgraphs/identity/demo.ts'
import { service as identity } from './subgraphs/identity/service.ts'
import { services } from './subgraphs/services.ts'

type Row = readonly [name: string, about: string]

/** The text, from its line `Ready.` on. Without demo data it only lists URLs. */
export function readyScreen(config: Config, firstStart: boolean): string {
  const parts = ['\nReady.', ...lines(urls(config))]
  if (config.demo) parts.push(demoText(firstStart), 'In another terminal:', ...lines(NEXT))
  return parts.join('\n')
}

function urls(config: Config): Row[] {
  const router = `http://localhost:${routerSettings.read(config.env).port}`
  const explorer: Row[] = [
    ['Explorer', `${router}/`],
    ['REST documentation', `${router}/docs`],
  ]
  const baseUrl = (name: string) => serviceSettings(config, name).baseUrl
  return [
    ['GraphQL', `${router}/graphql`],
    ...(httpSettings.read(config.env).graphiql ? explorer : []),
    ['Accounts', `${baseUrl(identity.name)}/account`],
    ...services.map(({ name, title }): Row => [title, baseUrl(name)]),
  ]
}

function demoText(firstStart: boolean): string {
  return `${firstStart ? '\nDemo data was added.' : ''}
Sign in as grace with ${DEMO_PASSWORD}. So can alan, barbara, edsger, and ada,
the administrator, who also needs a code (README.md).
`
}

const NEXT: readonly Row[] = [
  ['npm run example', 'the app, at http://localhost:8080'],
  ['npm run -s token -- --username grace', 'an access token, for curl'],
  ['npm run -s client -- --help', 'how to register an app of yours'],
]

/** Formats rows in two columns. */
function lines(rows: readonly Row[]): string[] {
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, about]) => `  ${name.padEnd(width)}  ${about}`)
}
