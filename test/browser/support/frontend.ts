// The frontend in test/browser/frontend: its types, its bundle, and a server for it.
import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import typedClient from '../../../docs/typed-client/codegen.ts'
import { generateClientTypes } from '#test/client-types.ts'
import { registerApp } from '#test/oauth.ts'
import type { TestSystem } from '#test/system.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const FRONTEND = join(ROOT, 'test/browser/frontend')
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.json': 'application/json' }

const run = promisify(execFile)

let generated: Promise<void> | undefined

/** Generates the types from schema/api.graphql and the documents, once for all files that share a process. */
export function generateFrontendTypes(): Promise<void> {
  return (generated ??= generateTypes())
}

/** As the guide for clients does. */
async function generateTypes(): Promise<void> {
  const { config } = typedClient.generates['docs/typed-client/generated/']
  const { useTypeImports, enumsAsTypes, scalars } = config
  await generateClientTypes({
    documents: globSync(`${FRONTEND}/src/*.graphql`).sort(),
    folder: `${FRONTEND}/src/generated/`,
    presetConfig: { fragmentMasking: false },
    config: { useTypeImports, enumsAsTypes, scalars },
  })
}

/** The compiler's errors about the frontend. */
export async function typeErrors(): Promise<string> {
  const tsc = join(ROOT, 'node_modules/.bin/tsc')
  return run(tsc, ['--project', FRONTEND]).then(
    () => '',
    (error: { stdout: string }) => error.stdout,
  )
}

/** Bundles the frontend and serves it, registered as a client of the system. */
export async function startFrontend(
  system: TestSystem,
): Promise<AsyncDisposable & { url: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'ecosystem-frontend-'))
  await bundleTo(folder)
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const app = await registerApp(system, { redirectUris: [`${url}/callback`] })
  const settings = JSON.stringify({
    issuer: system.address('identity'),
    router: `${system.address('router')}/graphql`,
    clientId: app.id,
  })
  server.on('request', (req, res) => {
    const { pathname } = new URL(req.url ?? '/', url)
    const file = extname(pathname) === '' ? '/index.html' : pathname
    const type = TYPES[extname(file) as keyof typeof TYPES]
    const content = file === '/settings.json' ? settings : readFile(join(folder, file))
    res.setHeader('content-type', type)
    void Promise.resolve(content).then(
      (body) => res.end(body),
      () => res.writeHead(404).end(),
    )
  })
  return {
    url,
    async [Symbol.asyncDispose]() {
      server.close()
      await rm(folder, { recursive: true })
    },
  }
}

/** The development build, in which Apollo Client warns about objects that its cache cannot merge. */
async function bundleTo(folder: string): Promise<void> {
  const vite = join(FRONTEND, 'node_modules/vite/bin/vite.js')
  const args = [vite, 'build', '--mode', 'development', '--outDir', folder, '--logLevel', 'warn']
  const env = { ...process.env, NODE_ENV: 'development' }
  await run(process.execPath, args, { cwd: FRONTEND, env })
}
