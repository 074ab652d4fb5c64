#!/usr/bin/env node
// Runs the build, which a packed tool has, else the sources: Node strips no types under node_modules.
import { existsSync } from 'node:fs'

const built = new URL('../dist/main.js', import.meta.url)
await import(existsSync(built) ? built.href : new URL('../src/main.ts', import.meta.url).href)
