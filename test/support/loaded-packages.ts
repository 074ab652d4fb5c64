// Which packages a program has loaded, so that what it does not use costs it nothing.
import { expect } from 'vitest'
import type { Program } from './process.ts'

const PRINT = `
  import { createRequire } from 'node:module'
  const { cache } = createRequire(process.cwd() + '/')
  const PACKAGE = /.*\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)\\//
  process.on('exit', () => {
    const names = Object.keys(cache).map((file) => PACKAGE.exec(file)?.[1])
    console.log('Packages: ' + [...new Set(names)].join(' '))
  })`

/** An argument of Node: when the program ends, it prints the CommonJS packages that it has loaded. */
export const PRINTS_PACKAGES = `--import=data:text/javascript,${encodeURIComponent(PRINT)}`

const PLANNERS =
  /^@graphql-hive\/|^@apollo\/(gateway|query-planner|query-graphs|federation-internals)$/

/** Planners run in processes and threads of their own, and Apollo's gateway only where it is chosen. */
export function expectNoPlanner(program: Program): void {
  const [, names = ''] = /^Packages: (.*)$/m.exec(program.output()) ?? []
  const loaded = names.split(' ')
  expect(loaded).toContain('express')
  expect(loaded.filter((name) => PLANNERS.test(name))).toEqual([])
}
