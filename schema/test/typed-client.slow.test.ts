// The example of a typed client: graphql-codegen's client preset makes its types from
// schema/api.graphql, TypeScript accepts it, and the router knows its documents.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generateClientTypes } from '#test/client-types.ts'
import { startTestSystem } from '#test/system.ts'
import config from '../../docs/typed-client/codegen.ts'
import { clientManifest, operationOf } from '../register-client.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const example = `${root}/docs/typed-client`
let folder: string
beforeAll(async () => {
  // Below the project, so that the packages are found.
  mkdirSync(`${root}/.data`, { recursive: true })
  folder = mkdtempSync(`${root}/.data/typed-client-`)
  cpSync(example, folder, { recursive: true })
  const { presetConfig, config: settings } = config.generates['docs/typed-client/generated/']
  await generateClientTypes({
    documents: [`${example}/me.graphql`, `${example}/votes.graphql`],
    folder: `${folder}/generated/`,
    presetConfig: { ...presetConfig },
    config: { ...settings },
  })
})
afterAll(() => rmSync(folder, { recursive: true }))

function typeCheck(): string {
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--allowImportingTsExtensions']
  const target = ['--target', 'esnext', '--module', 'nodenext', '--types', 'node', '--ignoreConfig']
  const tsc = `${root}/node_modules/.bin/tsc`
  try {
    execFileSync(tsc, [...options, ...target, `${folder}/client.ts`], { encoding: 'utf8' })
    return ''
  } catch (error) {
    return (error as { stdout: string }).stdout
  }
}

test('TypeScript accepts the example with what is generated', () => {
  expect(typeCheck()).toBe('')
})

test('and refuses a field that was not asked for', () => {
  const file = `${folder}/client.ts`
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replace('({ title }) => title', '({ xpReward }) => xpReward'))
  expect(typeCheck()).toContain("Property 'xpReward' does not exist")
  writeFileSync(file, text)
})

test('it runs', async () => {
  const system = await startTestSystem()
  try {
    const token = await (await system.join('ada')).token()
    const client = (await import(/* @vite-ignore */ `${folder}/client.ts`)) as {
      completedTitles(url: string, token: string): Promise<string[]>
    }
    expect(await client.completedTitles(`${system.address('router')}/graphql`, token)).toEqual([])
  } finally {
    await system.stop()
  }
})

test('its documents are registered as they are generated', () => {
  const generated = readFileSync(`${folder}/generated/persisted-documents.json`, 'utf8')
  const documents = Object.values(JSON.parse(generated) as Record<string, string>)
  const registered = readFileSync(`${root}/schema/clients/typed-client.json`, 'utf8')
  expect(registered).toBe(
    clientManifest('typed-client', 'web@example.org', documents.map(operationOf)),
  )
})
