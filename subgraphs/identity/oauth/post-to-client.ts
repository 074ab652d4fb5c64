// Posts a form to an address that somebody registered, without reaching into the network that we run in.
import { lookup, type LookupAddress, type LookupOptions } from 'node:dns'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { BlockList, isIP } from 'node:net'

/** The registries of IANA for special purposes: nothing that the public could reach is among them. */
const NOT_PUBLIC: readonly (readonly [address: string, bits: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
  // Of IPv6, only 2000::/3 is given out.
  ['::', 3],
  ['2001::', 32],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['4000::', 2],
  ['8000::', 1],
]

/** One for each family: a list of both would take an IPv4 address for one of IPv6, ::ffff:0:0/96. */
const notPublic = { 4: new BlockList(), 6: new BlockList() }
for (const [address, bits] of NOT_PUBLIC) {
  const family = isIP(address) as 4 | 6
  notPublic[family].addSubnet(address, bits, `ipv${family}`)
}

const TIMEOUT_MS = 5_000

export interface PostOptions {
  /** Any address, with TLS or without. */
  toPrivateAddresses: boolean
  stopping: AbortSignal
}

/**
 * The status of the response, which is not read and whose redirects are not followed.
 * @throws for an address that is not public, and when nobody answers in five seconds
 */
export async function postToClient(
  uri: string,
  body: URLSearchParams,
  { stopping, toPrivateAddresses }: PostOptions,
): Promise<number> {
  const url = new URL(uri)
  if (!toPrivateAddresses) refuseUnsafe(url)
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest
  const { promise, reject, resolve } = Promise.withResolvers<number>()
  const request = send(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    signal: AbortSignal.any([stopping, AbortSignal.timeout(TIMEOUT_MS)]),
    agent: false,
    // Checked when it connects: a name may have another address by then.
    ...(!toPrivateAddresses && { lookup: lookupPublic }),
  })
  request.on('response', (response) => {
    resolve(response.statusCode ?? 0)
    response.destroy()
  })
  request.on('error', reject)
  // A response that switches protocols ends neither way. After a response this does nothing.
  request.on('close', () => reject(new Error('The client closed the connection.')))
  request.end(body.toString())
  return promise
}

function refuseUnsafe({ hostname, protocol }: URL): void {
  if (protocol !== 'https:') throw new Error('The address is not https.')
  const address = hostname.replace(/^\[|\]$/g, '')
  if (!isPublic(address)) throw new Error(`${address} is not a public address.`)
}

/** True for a public address, and for a name, whose addresses are not known yet. */
export function isPublic(address: string): boolean {
  const family = isIP(address) as 0 | 4 | 6
  return family === 0 || !notPublic[family].check(address, `ipv${family}`)
}

type Found = (error: Error | null, found: string | LookupAddress[], family?: number) => void

/** As `lookup` of node:dns; an error when any address of the name is not public. */
function lookupPublic(name: string, options: LookupOptions, done: Found): void {
  lookup(name, { ...options, all: true }, (error, found) => {
    const closed = error ? undefined : found.find(({ address }) => !isPublic(address))
    if (error || closed || !found[0]) {
      done(error ?? new Error(`${name} is at ${closed?.address}, which is not public.`), [])
    } else if (options.all) done(null, found)
    else done(null, found[0].address, found[0].family)
  })
}
