// Which packages and services a program has loaded, so that what it does not use costs it nothing.
import { expect } from 'vitest'
import type { Program } from '#test/process.ts'

const PRINT = `
  import { registerHooks } from 'node:module'
  const PACKAGE = /.*\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)\\//
  const SERVICE = /\\/subgraphs\\/(\\w+)\\/(?!(?:service|settings)\\.ts$)/
  const names = new Set()
  const services = new Set()
  registerHooks({
    load(url, context, next) {
      names.add(PACKAGE.exec(url)?.[1])
      services.add(SERVICE.exec(url)?.[1] ?? '')
      return next(url, context)
    },
  })
  process.on('exit', () => {
    const ofNode = process.moduleLoadList.some((name) => name.endsWith('deps/undici/undici'))
    if (ofNode) names.add('node:undici')
    console.log('Packages: ' + [...names].join(' '))
    console.log('Services: ' + [...services].join(' ').trim())
  })`

/** An argument of Node: when the program ends, it prints the packages and services that it has loaded. */
export const PRINTS_PACKAGES = `--import=data:text/javascript,${encodeURIComponent(PRINT)}`

const UNUSED = [
  // Planners run in processes and threads of their own, and Apollo's gateway only where it is chosen.
  /^@graphql-hive\//,
  /^@apollo\/(gateway|query-planner|query-graphs|federation-internals)$/,
  // Traces are sent only where they have an endpoint. prom-client loads the API of OpenTelemetry in any case.
  /^@opentelemetry\/(?!api$)/,
  // Node's fetch and WebSocket (`foundation/http/node-http.ts`).
  /^node:undici$/,
  // For a Valkey, signatures of wallets, mails and exports.
  /^(ioredis|@noble\/curves|nodemailer|fflate)$/,
]

/** Packages that a start does not load, because few processes need them, or none of them soon. */
export function expectNoUnusedPackage(program: Program): void {
  const loaded = packagesOf(program)
  expect(loaded).toContain('express')
  expect(loaded.filter((name) => UNUSED.some((unused) => unused.test(name)))).toEqual([])
}

export function packagesOf(program: Program): string[] {
  return printed(program, 'Packages')
}

/** The services of which a program has loaded more than what all programs know of them (`service.ts`, `settings.ts`). */
export function servicesOf(program: Program): string[] {
  return printed(program, 'Services')
}

function printed(program: Program, kind: string): string[] {
  const [, names = ''] = new RegExp(`^${kind}: (.*)$`, 'm').exec(program.output()) ?? []
  return names.split(' ')
}
