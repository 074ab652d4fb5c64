// The handlers that one would write by hand: Express 5 and pg, each statement prepared.
// `node operations/bench/peers/rest.ts PORT DATABASE_URL JWKS_URL [duties]`
import { randomUUID } from 'node:crypto'
import express, { type RequestHandler, type Response } from 'express'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { Pool } from 'pg'
import { Histogram, Registry } from 'prom-client'
import { castVote, Refusal } from './vote.ts'

const [port, databaseUrl, jwksUrl, duties] = process.argv.slice(2) as [
  string,
  string,
  string,
  string?,
]
const pool = new Pool({ connectionString: databaseUrl, max: 10 })
const keys = createRemoteJWKSet(new URL(jwksUrl))

interface Person {
  id: string
  grantId: string
  expiresAt: number
}

const remembered = new Map<string, Person>()

/** The person that a token names: verified once, then remembered until it expires. */
async function authenticate(authorization: string | undefined): Promise<Person | undefined> {
  const token = /^bearer ([\w.~+/-]+)$/i.exec(authorization ?? '')?.[1]
  if (token === undefined) return undefined
  const known = remembered.get(token)
  if (known && known.expiresAt > Date.now()) return known
  const { payload } = await jwtVerify(token, keys, { audience: 'ecosystem', typ: 'at+jwt' })
  const person = {
    id: payload.sub!,
    grantId: payload.grant_id as string,
    expiresAt: payload.exp! * 1000,
  }
  remembered.set(token, person)
  return person
}

const app = express()
app.disable('x-powered-by')
app.disable('etag')

const revoked = new Set<string>()
const calls = new Map<string, { since: number; count: number }>()
const LIMIT = 1_000_000_000

if (duties) {
  const latency = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to the last byte of the response.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [new Registry()],
  })
  app.use((req, res, next) => {
    const began = performance.now()
    const sent = req.get('x-request-id')
    const id = sent !== undefined && /^[\w.:-]{1,128}$/.test(sent) ? sent : randomUUID()
    res.setHeader('X-Request-Id', id)
    res.setHeader('X-Content-Type-Options', 'nosniff')
    res.on('close', () => {
      const route = (req.route as { path?: string } | undefined)?.path ?? 'unknown'
      const labels = { method: req.method, route, status: String(res.statusCode) }
      latency.observe(labels, (performance.now() - began) / 1000)
    })
    next()
  })
}

const admit: RequestHandler = async (req, res, next) => {
  const person = await authenticate(req.get('authorization'))
  if (!person || revoked.has(person.grantId)) {
    res.status(401).json({ success: false, error: { code: 'INVALID_TOKEN' } })
    return
  }
  res.locals.person = person
  res.setHeader('API-Version', '1.0')
  res.setHeader('Cache-Control', 'no-store')
  if (duties && !isUnderLimit(person.id, res)) {
    res.status(429).json({ success: false, error: { code: 'RATE_LIMIT_EXCEEDED' } })
    return
  }
  next()
}

function isUnderLimit(person: string, res: Response): boolean {
  const now = Date.now()
  let call = calls.get(person)
  if (!call || now - call.since > 3_600_000) calls.set(person, (call = { since: now, count: 0 }))
  call.count += 1
  const reset = Math.ceil((call.since + 3_600_000 - now) / 1000)
  res.setHeader('RateLimit-Policy', `"hour";q=${LIMIT};w=3600`)
  res.setHeader('RateLimit', `"hour";r=${LIMIT - call.count};t=${reset}`)
  return call.count <= LIMIT
}

const QUESTS = `select id, title, description, xp_reward as "xpReward", gold_reward as "goldReward", type, difficulty
  from path.quests where retired_at is null order by created_at desc, id desc limit $1 offset $2`

app.get('/api/quests', admit, async (req, res) => {
  const { page, limit } = req.query
  if (page === undefined && limit === undefined) {
    const { rows } = await pool.query({ name: 'quests', text: QUESTS, values: [101, 0] })
    res.json({ quests: rows.slice(0, 100) })
    return
  }
  const [number, size] = [Number(page ?? 1), Number(limit ?? 20)]
  if (!(number >= 1) || !(size >= 1 && size <= 100)) {
    res.status(400).json({ success: false, error: { code: 'VALIDATION_ERROR' } })
    return
  }
  const values = [size, (number - 1) * size]
  const [{ rows }, counted] = await Promise.all([
    pool.query({ name: 'quests', text: QUESTS, values }),
    pool.query<{ total: string }>({
      name: 'count',
      text: 'select count(*) as total from path.quests where retired_at is null',
    }),
  ])
  const total = Number(counted.rows[0]!.total)
  const totalPages = Math.ceil(total / size)
  if (duties) {
    const link = (to: number, relation: string) =>
      `</api/quests?page=${to}&limit=${size}>; rel="${relation}"`
    const links = [link(1, 'first'), link(Math.max(1, totalPages), 'last')]
    if (number < totalPages) links.splice(1, 0, link(number + 1, 'next'))
    res.setHeader('Link', links.join(', '))
  }
  res.json({ data: rows, pagination: { page: number, limit: size, total, totalPages } })
})

const PERSON = `select id as "identityId", display_name as "displayName", house, archetype, level, xp
  from identity.identities where id = $1`
const CREDENTIALS = `select type, issued_at as "issuedAt"
  from identity.credentials where identity_id = $1 order by issued_at, id`

app.get('/api/claims', admit, async (_req, res) => {
  const values = [(res.locals.person as Person).id]
  const [{ rows }, credentials] = await Promise.all([
    pool.query({ name: 'person', text: PERSON, values }),
    pool.query({ name: 'credentials', text: CREDENTIALS, values }),
  ])
  res.json({ ...(rows[0] as object), credentials: credentials.rows })
})

app.post('/api/proposals/:id/vote', admit, express.json(), async (req, res) => {
  const choice = (req.body as { vote?: unknown } | undefined)?.vote
  if (choice !== 'yes' && choice !== 'no') {
    res.status(400).json({ success: false, error: { code: 'VALIDATION_ERROR' } })
    return
  }
  const person = (res.locals.person as Person).id
  try {
    res.json({ success: true, data: await castVote(pool, person, String(req.params.id), choice) })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { status, code, message, details } = error
    res.status(status).json({ success: false, error: { code, message, details } })
  }
})

app.listen(Number(port), '127.0.0.1', () => console.log('Ready.'))
