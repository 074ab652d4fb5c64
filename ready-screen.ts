// What `npm start` prints at its end: what runs where, who can sign in, and what to do next.
import { serviceSettings, type Config } from '#foundation/process/config.ts'
import { DEMO_PASSWORD } from './subgraphs/identity/demo.ts'
import { identity } from './subgraphs/identity/subgraph.ts'
import { subgraphs } from './subgraphs/index.ts'

/** The screen, as lines that begin with `Ready.` @param firstStart whether this start has made the database */
export function readyScreen(config: Config, firstStart: boolean): string {
  const router = `http://localhost:${config.routerPort}`
  const accounts = serviceSettings(config, identity.name).baseUrl
  const addresses = [
    ['GraphQL', `${router}/graphql`],
    ...(config.graphiql
      ? [
          ['Explorer', `${router}/`],
          ['REST documentation', `${router}/docs`],
        ]
      : []),
    ['Accounts', `${accounts}/account`],
    ...subgraphs.map(({ name, title }) => [title, serviceSettings(config, name).baseUrl]),
  ]
  return `
Ready.
${lines(addresses)}
${config.demo ? demoText(firstStart) : ''}`
}

function demoText(firstStart: boolean): string {
  return `${firstStart ? '\nDemo data was added.' : ''}
Sign in as grace with ${DEMO_PASSWORD}. So can alan, edsger, barbara and ada, the administrator, who needs a
code as well (README.md).

In another terminal:
${lines(NEXT)}
`
}

const NEXT = [
  ['npm run example', 'an app over everything, at http://localhost:8080'],
  ['npm run -s token', 'an access token for ada, for curl'],
  ['npm run docs', 'the documentation as a site'],
]

function lines(rows: string[][]): string {
  return rows.map(([name, about]) => `  ${name!.padEnd(20)} ${about}`).join('\n')
}
