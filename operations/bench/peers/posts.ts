// What calls of the router alone cost: the same requests to the services by undici, and nothing else.
// `SERVICE_SECRET=… node operations/bench/peers/posts.ts PORT FETCHES_FILE`
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { Pool } from 'undici'
import { serviceTokens } from './service-tokens.ts'

interface Fetch {
  service: string
  url: string
  body: string
  wave: number
}

const [port, file] = process.argv.slice(2) as [string, string]
const fetches = JSON.parse(readFileSync(file, 'utf8')) as Fetch[]
const services = [...new Set(fetches.map(({ service }) => service))]
const tokens = await serviceTokens(process.env.SERVICE_SECRET, services)
const pools = new Map(fetches.map(({ url }) => [url, new Pool(new URL(url).origin)]))
const waves = [...new Set(fetches.map(({ wave }) => wave))].map((number) =>
  fetches.filter(({ wave }) => wave === number),
)

async function post({ service, url, body }: Fetch, authorization: string): Promise<void> {
  const headers = {
    'content-type': 'application/json',
    authorization,
    'x-service-token': tokens.get(service)!,
  }
  const reply = await pools.get(url)!.request({ method: 'POST', path: '/graphql', headers, body })
  const text = await reply.body.text()
  if (reply.statusCode !== 200) throw new Error(`${service} answered ${text}`)
}

createServer((req, res) => {
  req.resume()
  void (async () => {
    const authorization = req.headers.authorization!
    for (const wave of waves) await Promise.all(wave.map((fetch) => post(fetch, authorization)))
    res.end('{}')
  })()
}).listen(Number(port), '127.0.0.1', () => console.log('Ready.'))
