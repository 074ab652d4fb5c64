// Loaded before a program, stands in for Docker's name server: names of containers lead to the addresses
// in CONTAINER_ADDRESSES, and `localhost` to the container itself.
import dns from 'node:dns'

const addresses = JSON.parse(process.env.CONTAINER_ADDRESSES!) as Record<string, string>
const { lookup } = dns

Object.assign(dns, {
  lookup: (name: string, ...rest: unknown[]) =>
    Reflect.apply(lookup, dns, [addresses[name] ?? name, ...rest]) as unknown,
})
