// Replaces Docker's name server, loaded before a program: container names resolve to the addresses
// in CONTAINER_ADDRESSES, and `localhost` to the container itself.
import dns from 'node:dns'

const addresses = JSON.parse(process.env.CONTAINER_ADDRESSES!) as Record<string, string>
const { lookup } = dns

Object.assign(dns, {
  lookup: (name: string, ...rest: unknown[]) =>
    Reflect.apply(lookup, dns, [addresses[name] ?? name, ...rest]) as unknown,
})
