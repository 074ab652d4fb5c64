#!/usr/bin/env node
// Runs the build, which a packed tool has, else the sources: Node strips no types under node_modules.
import { existsSync, readFileSync } from 'node:fs'

const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const oldest = engines.node.replace('>=', '')
if (process.versions.node.localeCompare(oldest, 'en', { numeric: true }) < 0) {
  process.stderr.write(
    `federation-check needs Node ${oldest} or later; this is ${process.versions.node}.\n`,
  )
  process.exit(2)
}

const built = new URL('../dist/main.js', import.meta.url)
await import(existsSync(built) ? built.href : new URL('../src/main.ts', import.meta.url).href)
