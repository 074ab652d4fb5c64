// A child process that starts the embedded database, reports the result, and stops on request.
import { argv } from 'node:process'
import { Client } from 'pg'
import { startEmbeddedPostgres } from '#foundation/postgres/embedded.ts'
import { createLog } from '#foundation/telemetry/log.ts'

const [, , dataDir = '', durability] = argv

function tell(message: Record<string, unknown>): void {
  console.log(JSON.stringify(message))
}

try {
  const log = createLog('silent', 'child')
  const durable = durability === 'durable'
  const database = await startEmbeddedPostgres({ dataDir, log, durable })
  const client = new Client(database.url)
  await client.connect()
  process.once('SIGINT', () => void end())
  tell({ url: database.url, firstStart: database.firstStart })

  async function end(): Promise<void> {
    const { rows } = await client.query('select true as answers')
    await client.end()
    await database.stop()
    tell({ databaseAfterSignal: rows[0] })
  }
} catch (error) {
  tell({ refusal: error instanceof Error ? error.message : String(error) })
}
