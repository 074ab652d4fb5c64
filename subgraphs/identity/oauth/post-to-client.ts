// Posts a form to a registered URL, without reaching into our own network (SSRF).
import { lookup, type LookupAddress, type LookupOptions } from 'node:dns'
import { request as httpsRequest } from 'node:https'
import { BlockList, isIP } from 'node:net'
import { http } from '#foundation/http/node-http.ts'
import { SPECIAL_PURPOSE } from './special-purpose-addresses.ts'

/** Addresses that are in no special-purpose registry and are not unicast: multicast, and IPv6 outside of 2000::/3. */
const NOT_ALLOCATED = ['224.0.0.0/4', '::/3', '4000::/2', '8000::/1']

/**
 * The addresses that are never called: all of the registries, even globally reachable ones, because those are relays,
 * translators and anycast services, some of which lead into the caller's network.
 */
const NOT_PUBLIC = [...SPECIAL_PURPOSE.map(([block]) => block), ...NOT_ALLOCATED]

/** One list per family: in a common one, IPv4 addresses would match the IPv6 range ::ffff:0:0/96. */
const notPublic = { 4: new BlockList(), 6: new BlockList() }
for (const block of NOT_PUBLIC) {
  const [address, bits] = block.split('/')
  const family = isIP(address!) as 4 | 6
  notPublic[family].addSubnet(address!, Number(bits), `ipv${family}`)
}

const TIMEOUT_MS = 5_000

export interface PostOptions {
  /** Allows any address, with or without TLS. */
  toPrivateAddresses: boolean
  stopping: AbortSignal
}

/**
 * Posts the form and returns the status of the response. Does not read the body or follow redirects. @throws
 * for an address that is not public, and without a response within five seconds
 */
export async function postToClient(
  uri: string,
  body: URLSearchParams,
  { stopping, toPrivateAddresses }: PostOptions,
): Promise<number> {
  const url = new URL(uri)
  if (!toPrivateAddresses) refuseUnsafe(url)
  const send = url.protocol === 'https:' ? httpsRequest : http.request
  const { promise, reject, resolve } = Promise.withResolvers<number>()
  const request = send(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    signal: AbortSignal.any([stopping, AbortSignal.timeout(TIMEOUT_MS)]),
    agent: false,
    // The address is checked when connecting, because the name may resolve to another one by then.
    ...(!toPrivateAddresses && { lookup: lookupPublic }),
  })
  request.on('response', (response) => {
    resolve(response.statusCode ?? 0)
    response.destroy()
  })
  request.on('error', reject)
  // Needed for a response that switches protocols, which causes neither event. No effect after a response.
  request.on('close', () => reject(new Error('The client closed the connection.')))
  request.end(body.toString())
  return promise
}

function refuseUnsafe({ hostname, protocol }: URL): void {
  if (protocol !== 'https:') throw new Error('The address is not https.')
  const address = hostname.replace(/^\[|\]$/g, '')
  if (!isPublic(address)) throw new Error(`${address} is not a public address.`)
}

/** Whether an address is public; true for a name, whose addresses are checked when connecting. */
export function isPublic(address: string): boolean {
  const family = isIP(address) as 0 | 4 | 6
  return family === 0 || !notPublic[family].check(address, `ipv${family}`)
}

type Found = (error: Error | null, found: string | LookupAddress[], family?: number) => void

/** `lookup` of node:dns, with an error if any address of the name is not public. */
function lookupPublic(name: string, options: LookupOptions, done: Found): void {
  lookup(name, { ...options, all: true }, (error, found) => {
    const closed = error ? undefined : found.find(({ address }) => !isPublic(address))
    if (error || closed || !found[0]) {
      done(error ?? new Error(`${name} is at ${closed?.address}, which is not public.`), [])
    } else if (options.all) done(null, found)
    else done(null, found[0].address, found[0].family)
  })
}
