// The errors of a server that cannot listen.
import express from 'express'
import { expect, test } from 'vitest'
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
