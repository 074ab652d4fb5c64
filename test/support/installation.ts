// An operator's installation: a data folder, free ports and settings, and the programs that run on them.
import { cpSync, existsSync } from 'node:fs'
import { chmod, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, inject } from 'vitest'
import { newId } from '#foundation/domain/ids.ts'
import { removeEmbeddedPostgres } from '#foundation/postgres/embedded.ts'
import type { Environment } from '#foundation/settings/setting.ts'
import { signAccessToken } from '../../subgraphs/identity/oauth/keys/access-token.ts'
import { folderKeyStore } from '../../subgraphs/identity/oauth/keys/key-store.ts'
import { createKeyring } from '../../subgraphs/identity/oauth/keys/keyring.ts'
import { subgraphs } from '../../subgraphs/index.ts'
import { testLog } from './caller.ts'
import { send, type TestResponse, type Sent } from './http.ts'
import { freePorts } from './ports.ts'
import { runNode, type Program } from './process.ts'

type Settings = Record<string, string>

export interface Installation {
  dataDir: string
  /** The settings of every program: ports, DATA_DIR, and those of the test. */
  settings: Settings
  /** Starts Node with these arguments, in the project's folder or another. */
  run(args: readonly string[], more?: Environment, folder?: string): Program
  /** Starts Node with these arguments, and waits for its ready line. */
  start(args: readonly string[], more?: Environment, folder?: string): Promise<Program>
  /** The base address of a service by name, or of the router. */
  address(name: string): string
  /** Sends a request to a path of a service, or of the router. */
  ask(name: string, path: string, sent?: Sent): Promise<TestResponse>
  /** An access token of a person, signed with the installation's own key. */
  token(identityId: string): Promise<string>
  /** Kills the programs that still run, and deletes the folder. */
  remove(): Promise<void>
}

/** The exit code of a program after a signal: 1 if it has not stopped within ten seconds. */
export const CLEANLY = { code: 0, signal: null }

/** Sets up an empty data folder, with free ports for every service and the router. */
export async function install(extra: Settings = {}): Promise<Installation> {
  await compileOnce()
  const folder = await mkdtemp(join(tmpdir(), 'ecosystem-process-'))
  // PostgreSQL runs as another user if this is root, and that user must be able to enter.
  await chmod(folder, 0o755)
  const dataDir = join(folder, 'data')
  // Whether a statement is slow depends on the machine, and tests compare what programs print.
  const quiet = { SLOW_STATEMENT_MS: '0' }
  const settings: Settings = { ...(await portSettings()), DATA_DIR: dataDir, ...quiet, ...extra }
  const programs: Program[] = []
  const run = (args: readonly string[], more: Environment = {}, cwd?: string) => {
    const program = runNode(args, { ...settings, ...more }, cwd)
    programs.push(program)
    return program
  }
  const address = (name: string) => `http://localhost:${settings[portSetting(name)]}`
  return {
    dataDir,
    settings,
    run,
    address,
    ask: (name, path, sent) =>
      send(`${address(name)}${path}`, sent).catch((cause: unknown) => {
        const printed = programs.map(({ output }) => output().slice(-3_000)).join('\n')
        throw new Error(`${name} does not respond. Its output:\n${printed}`, { cause })
      }),
    token: (identityId) =>
      signToken(dataDir, settings.ID_BASE_URL ?? address('identity'), identityId),
    async start(args, more, cwd) {
      if (cwd !== undefined) await compileOnce(cwd)
      const program = run(args, more, cwd)
      await program.says(/^Ready\./m)
      return program
    },
    async remove() {
      await Promise.all(programs.map(kill))
      await removeEmbeddedPostgres(dataDir)
      await rm(folder, { recursive: true })
    },
  }
}

/** What the programs import, some of it late. */
const IMPORTS = ['one-process.ts', 'router/alone.ts', 'subgraphs/host.ts']

/** The compilations of this worker by folder: several programs may start at once. */
const compiled = new Map<string | undefined, Promise<void>>()

/**
 * Fills the compile cache of runNode for the project's folder or another. Most programs cannot fill it, because
 * they are killed; the others would end seconds later.
 */
function compileOnce(folder?: string): Promise<void> {
  return compiled.getOrInsertComputed(folder, compile)
}

/** Leaves a mark for the other workers. */
async function compile(folder: string | undefined): Promise<void> {
  const mark = join(inject('sharedFolder'), `compiled-${basename(folder ?? 'here')}`)
  if (existsSync(mark)) return
  const imports = IMPORTS.map((file) => `--import=./${file}`)
  await runNode([...imports, 'main.ts'], { ROUTER_PORT: 'none' }, folder).ended()
  await writeFile(mark, '')
}

/** An installation with the data folder of a first start with demo data, without the seconds that this takes. */
export async function installStartedBefore(extra: Settings = {}): Promise<Installation> {
  const folder = await startedFolder()
  const home = await install(extra)
  // Several times as fast as the asynchronous one.
  cpSync(folder, home.dataDir, { recursive: true })
  return home
}

/** Created at the first use; of two that are created at once, one is thrown away. */
async function startedFolder(): Promise<string> {
  const folder = join(inject('sharedFolder'), 'started')
  if (existsSync(folder)) return folder
  const home = await install({ LOG_LEVEL: 'warn' })
  const program = await home.start(['main.ts'])
  program.send('SIGTERM')
  expect(await program.ended()).toEqual(CLEANLY)
  await rename(home.dataDir, folder).catch(() => undefined)
  await home.remove()
  return folder
}

async function portSettings(): Promise<Settings> {
  const names = ['router', ...subgraphs.map(({ name }) => name)]
  const ports = await freePorts(names.length)
  return Object.fromEntries(names.map((name, index) => [portSetting(name), String(ports[index])]))
}

function portSetting(name: string): string {
  const subgraph = subgraphs.find((known) => known.name === name)
  return `${subgraph?.settings ?? 'ROUTER'}_PORT`
}

async function signToken(dataDir: string, issuer: string, subject: string): Promise<string> {
  const claims = {
    issuer,
    audience: 'ecosystem',
    subject,
    clientId: 'test-client',
    grantId: newId('grant'),
    scope: 'identity credentials wallet',
    tier: 'authenticated' as const,
  }
  const now = () => new Date()
  const key = await createKeyring(folderKeyStore(dataDir), now, testLog).signingKey()
  return signAccessToken(key, claims, now())
}

// A stopped process (SIGSTOP) is killed as well.
async function kill(program: Program): Promise<void> {
  program.send('SIGKILL')
  await program.ended()
}
