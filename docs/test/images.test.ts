// The command of the manual that pins images.
import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const PROJECT = new URL('../..', import.meta.url).pathname
const DIGEST = `sha256:${'a'.repeat(64)}`

/** The images that files of the folder name, but for the one that the project builds. */
function imagesOf(folder: string): string[] {
  const files = [
    'Dockerfile',
    'docker-compose.yml',
    ...globSync('operations/kubernetes/**/*.yaml', { cwd: folder }),
  ]
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8'))
  const found = texts.flatMap((text) => [
    ...text.matchAll(/^(?:FROM| *image:| *imageName:) (\S+)/gm),
  ])
  return found.map(([, image]) => image!).filter((image) => image !== 'ecosystem')
}

test('The command of the manual gives each image the digest of its registry', () => {
  const manual = readFileSync(join(PROJECT, 'docs/operations/compose.md'), 'utf8')
  const [, block] = /^## Pin the images\n[^]*?```sh\n([^]*?)```/m.exec(manual)!
  const folder = mkdtempSync(join(tmpdir(), 'ecosystem-images-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const name of ['Dockerfile', 'docker-compose.yml', 'operations/kubernetes']) {
    cpSync(join(PROJECT, name), join(folder, name), { recursive: true })
  }
  writeFileSync(join(folder, 'docker'), `#!/bin/sh\necho ${DIGEST}\n`, { mode: 0o755 })
  const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` }
  // Repeated, it takes the newest digests.
  for (let times = 0; times < 2; times += 1)
    execFileSync('sh', ['-euc', block!], { cwd: folder, env })
  expect(imagesOf(folder)).toEqual(imagesOf(PROJECT).map((image) => `${image}@${DIGEST}`))
})
