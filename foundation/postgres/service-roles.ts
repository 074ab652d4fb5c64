// The roles of the services in the embedded database: each owns its schema, and can read no other one.
import { createHash, createHmac, pbkdf2Sync } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Client } from 'pg'
import { TRIGRAM_SCHEMA } from '#foundation/domain/trigram.ts'

/** The schema of a service in its database. */
export interface ServiceSchema {
  /** The name of the service and of its schema. */
  name: string
  /** The extensions in its schema. */
  extensions?: readonly string[]
}

/** The extension that searches need in every database. */
const SHARED_EXTENSION = { extension: 'pg_trgm', schema: TRIGRAM_SCHEMA }

/**
 * Gives each service its role, its schema and its extensions. Repeating it changes nothing.
 * @param superuserUrl the URL of the database, with a superuser
 * @throws Error with a message if the server lacks an extension
 */
export async function giveSchemas(
  superuserUrl: string,
  services: readonly ServiceSchema[],
): Promise<void> {
  const client = new Client({ connectionString: superuserUrl })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await begin(client)
    for (const { name } of services) {
      const password = scramVerifier(new URL(serviceUrl(superuserUrl, name)).password)
      await client.query('call pg_temp.give_schema($1, $2)', [name, password])
    }
    for (const needed of extensionsOf(services)) await addExtension(client, needed)
    await client.query('revoke create on schema public from public')
    await client.query('commit')
  } finally {
    await client.end()
  }
}

/** Begins a transaction with the procedure `give_schema`. */
async function begin(client: Client): Promise<void> {
  const procedure = await readFile(new URL('service-roles.sql', import.meta.url), 'utf8')
  await client.query('begin')
  // By default PostgreSQL sends a notice for each procedure and extension that exists.
  await client.query('set local client_min_messages = warning')
  await client.query(procedure)
}

/** The URL of the same database, with the role of a service. Its password follows from that of the superuser. */
export function serviceUrl(superuserUrl: string, service: string): string {
  const url = new URL(superuserUrl)
  const role = `ecosystem_${service}`
  url.password = createHmac('sha256', url.password).update(role).digest('base64url')
  url.username = role
  return url.href
}

/**
 * The verifier that PostgreSQL stores for a random password (RFC 5803). A single iteration suffices for 256 random
 * bits, and makes connecting faster.
 */
export function scramVerifier(password: string): string {
  const salt = createHash('sha256').update(`salt ${password}`).digest().subarray(0, 16)
  const salted = pbkdf2Sync(password, salt, 1, 32, 'sha256')
  const keyOf = (name: string) => createHmac('sha256', salted).update(name).digest()
  const storedKey = createHash('sha256').update(keyOf('Client Key')).digest('base64')
  return `SCRAM-SHA-256$1:${salt.toString('base64')}$${storedKey}:${keyOf('Server Key').toString('base64')}`
}

interface NeededExtension {
  extension: string
  schema: string
}

function extensionsOf(services: readonly ServiceSchema[]): NeededExtension[] {
  const own = services.flatMap(({ name, extensions = [] }) =>
    extensions.map((extension) => ({ extension, schema: name })),
  )
  return [SHARED_EXTENSION, ...own]
}

// `load` finds a missing library, which PostgreSQL otherwise loads only when a statement needs it.
async function addExtension(client: Client, { extension, schema }: NeededExtension): Promise<void> {
  try {
    await client.query(`load '${extension}'`)
    await client.query(`create extension if not exists ${extension} schema ${schema}`)
  } catch (cause) {
    throw new Error(
      `this PostgreSQL lacks the extension ${extension} (${(cause as Error).message}). ` +
        'Install its contrib package, or set POSTGRES_BIN to another PostgreSQL.',
      { cause },
    )
  }
}
