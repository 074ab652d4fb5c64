// The errors of a server that cannot listen.
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import express from 'express'
import { expect, onTestFinished, test } from 'vitest'
import { listen } from '#foundation/http/listen.ts'

const refusalOf = (host: string, port: number) =>
  listen(express(), { host, port, setting: 'PATH_PORT', responseStallMs: 30_000 }).then(
    () => 'It listens.',
    (error: Error) => error.message,
  )

test('a host of another machine is named in the error', async () => {
  expect(await refusalOf('192.0.2.1', 4000)).toMatch(/^HOST is "192\.0\.2\.1", but must be/)
})

test('a port that only root may use is named in the error, not the host', async () => {
  const isRoot = process.geteuid?.() === 0
  if (isRoot) process.seteuid?.(65_534)
  const sentence = await refusalOf('127.0.0.1', 80)
  if (isRoot) process.seteuid?.(0)
  expect(sentence).toBe('PATH_PORT: 80 is reserved for privileged programs. Set it to a free port.')
})

test.each([
  ['Dockerfile', / HOST=(\S+)/],
  ['docker-compose.yml', /^ {2}HOST: '?([^'\s]+)/m],
])('With HOST=%s, a server listens on every address of IPv4 and IPv6', async (file, host) => {
  const [, name] = host.exec(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8'))!
  const app = express().get('/', (_req, res) => void res.json('here'))
  const address = { host: name!, port: 0, setting: 'PATH_PORT', responseStallMs: 30_000 }
  const { server, drain } = await listen(app, address)
  onTestFinished(drain)
  const { port } = server.address() as AddressInfo
  const loopback = networkInterfaces().lo ?? [{ address: '127.0.0.1' }]
  for (const { address } of loopback) {
    const response = await fetch(
      `http://${address.includes(':') ? `[${address}]` : address}:${port}`,
    )
    expect(await response.json(), address).toBe('here')
  }
})
