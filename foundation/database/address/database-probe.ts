// Checks whether a database accepts connections and changes.
import { Client } from 'pg'
import { requireBinding } from '#foundation/database/address/channel-binding.ts'
import type { ParsedDatabaseUrl } from '#foundation/database/address/database-url.ts'
import { StandbyError } from '#foundation/database/connections/standby.ts'

const PROBE_MS = 1_000

/** Opens a connection. Returns why it fails or accepts no changes; undefined if it accepts them. */
export async function probeDatabase(database: ParsedDatabaseUrl): Promise<unknown> {
  const client = new Client({
    ...database,
    application_name: 'probe',
    connectionTimeoutMillis: PROBE_MS,
    query_timeout: PROBE_MS,
  })
  requireBinding(client, database)
  // Without a listener, a lost connection would end this process.
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ writes: boolean }>(
      `select current_setting('transaction_read_only') = 'off' as writes`,
    )
    return rows[0]?.writes ? undefined : new StandbyError()
  } catch (error) {
    return error
  } finally {
    client.connection.stream.destroy()
  }
}
