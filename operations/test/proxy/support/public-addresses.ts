// The addresses behind a proxy, and the documented paths of each service.
import { readFileSync } from 'node:fs'
import { PLACES, SERVICES, type Place } from './machines.ts'

/** How a proxy leads to the services. */
export interface AddressForm {
  form: string
  /** The public address of a service, or of the router. */
  baseOf: (place: Place) => string
  /** Each address of a path of a service. */
  addressesOf: (place: Place, path: string) => string[]
}

const DOMAIN = 'https://example.com'
const ofHost = ({ label }: Place) => `https://${label}.example.com`
const ofPath = ({ label, name }: Place) =>
  name === 'identity' || name === 'router' ? DOMAIN : `${DOMAIN}/${label}`

export const FORMS: readonly AddressForm[] = [
  {
    form: 'a host for each service',
    baseOf: ofHost,
    addressesOf: (place, path) => [`${ofHost(place)}${path}`],
  },
  {
    form: 'one domain by path',
    baseOf: ofPath,
    addressesOf(place, path) {
      const ofEachService = path === '/api/events' || !path.startsWith('/api/')
      const prefixed = `${ofPath(place)}${path}`
      return ofEachService ? [prefixed] : [...new Set([prefixed, `${DOMAIN}${path}`])]
    },
  },
]

/** The settings with the public address of each service. */
export function baseUrls({ baseOf }: AddressForm): Record<string, string> {
  const urls = SERVICES.map((place) => [`${place.settings}_BASE_URL`, baseOf(place)])
  return Object.fromEntries(urls) as Record<string, string>
}

export function placeOf(name: string): Place {
  return PLACES.find((place) => place.name === name)!
}

/** A documented path of a service. */
export interface DocumentedPath {
  place: Place
  method: string
  path: string
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

/** Every path of every service in schema/openapi.json. */
export function documentedPaths(): DocumentedPath[] {
  const { paths } = JSON.parse(readFileSync('schema/openapi.json', 'utf8')) as {
    paths: Record<string, { servers: { url: string }[] }>
  }
  return Object.entries(paths).flatMap(([template, item]) => {
    const path = template.replaceAll(/\{\w+\}/g, 'an-id')
    const methods = Object.keys(item).filter((key) => METHODS.includes(key))
    const labels = item.servers.map(({ url }) => /^\{(\w+)_base_url\}$/.exec(url)?.[1])
    const places = labels.map((label) => SERVICES.find((place) => place.label === label)!)
    return places.flatMap((place) => methods.map((method) => ({ place, method, path })))
  })
}
