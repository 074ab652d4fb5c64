// The floor of the dashboard: its statements prepared and pipelined, and a stored response. No rows are
// shaped, no caller is known. `node operations/bench/peers/dashboard.ts PORT DATABASE_URL STATEMENTS_FILE ANSWER_FILE`
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { Client, type ClientConfig } from 'pg'

interface Statement {
  schema: string
  text: string
  values: unknown[]
  wave: number
}

const CONNECTIONS = 2

const [port, connectionString, statementsFile, responseFile] = process.argv.slice(2) as [
  string,
  string,
  string,
  string,
]
const statements = (JSON.parse(readFileSync(statementsFile, 'utf8')) as Statement[]).map(
  (statement, at) => ({ ...statement, name: `s${at}` }),
)
const response = readFileSync(responseFile)
const waves = [...new Set(statements.map(({ wave }) => wave))].map((number) =>
  statements.filter(({ wave }) => wave === number),
)

const connections = new Map<string, Client[]>()
for (const schema of new Set(statements.map((statement) => statement.schema))) {
  const options = `-c search_path=${schema} -c timezone=UTC`
  const config: ClientConfig & { pipeline: boolean } = { connectionString, options, pipeline: true }
  const clients = Array.from({ length: CONNECTIONS }, () => new Client(config))
  await Promise.all(clients.map((client) => client.connect()))
  connections.set(schema, clients)
}

const corked = new Set<Client>()

/** What is written in one turn of the event loop leaves in one packet. */
function cork(client: Client): void {
  if (corked.has(client)) return
  corked.add(client)
  const { stream } = (client as unknown as { connection: { stream: NodeJS.WriteStream } })
    .connection
  stream.cork()
  setImmediate(() => {
    corked.delete(client)
    stream.uncork()
  })
}

let requests = 0

createServer((req, res) => {
  req.resume()
  const at = requests++ % CONNECTIONS
  void (async () => {
    for (const wave of waves) {
      await Promise.all(
        wave.map(({ schema, name, text, values }) => {
          const client = connections.get(schema)![at]!
          cork(client)
          return client.query({ name, text, values })
        }),
      )
    }
    res.writeHead(200, { 'content-type': 'application/json', 'content-length': response.length })
    res.end(response)
  })()
}).listen(Number(port), '127.0.0.1', () => console.log('Ready.'))
