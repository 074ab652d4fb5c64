// Handles what a killed process leaves behind: a running server, or its pid file.
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { platform } from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { run } from '#foundation/postgres/programs.ts'
import type { Cluster, ClusterLocation } from '#foundation/postgres/cluster.ts'
import { connect, POLL_MS, REMAINS_MS } from '#foundation/postgres/server.ts'

/** A connection to the server that the pid file names; undefined when none responds. */
export async function connectToRunning(location: ClusterLocation): Promise<Client | undefined> {
  const noted = await readPidFile(location)
  return noted?.port ? connect(location, noted.port).catch(() => undefined) : undefined
}

/**
 * Waits until a server responds, or until a new one can start.
 * @throws Error when a server runs but does not respond.
 */
export async function findRunning(cluster: Cluster): Promise<Client | undefined> {
  for (const deadline = Date.now() + REMAINS_MS; ; await sleep(POLL_MS)) {
    const connection = await connectToRunning(cluster)
    const noted = await readPidFile(cluster)
    if (connection || !noted) return connection
    const state = await processState(noted.pid, cluster)
    // PostgreSQL itself replaces the file of a dead server once nothing shares its memory any
    // longer.
    if (state === 'gone') return undefined
    const late = Date.now() > deadline
    if (late && state === 'ours') throw silent(cluster, noted.pid)
    if (late || state === 'foreign') await rm(pidFile(cluster), { force: true })
  }
}

function pidFile({ folder }: ClusterLocation): string {
  return join(folder, 'postmaster.pid')
}

// Line 1 is the process, line 4 the port (PostgreSQL, "Lock files"); a starting server has fewer.
async function readPidFile(
  location: ClusterLocation,
): Promise<{ pid: number; port: number } | undefined> {
  const file = await readFile(pidFile(location), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  const lines = file?.split('\n')
  return lines && { pid: Number(lines[0]), port: Number(lines[3]) }
}

type ProcessState = 'ours' | 'remains' | 'foreign' | 'gone'

// A zombie has an empty command line; a file without a number was cut off by a crash.
async function processState(pid: number, { folder }: ClusterLocation): Promise<ProcessState> {
  const command = pid > 0 ? await commandLine(pid) : ''
  if (command === undefined) return 'gone'
  if (command === '') return 'remains'
  return command.includes(`-D ${folder} `) ? 'ours' : 'foreign'
}

async function commandLine(pid: number): Promise<string | undefined> {
  if (platform === 'linux') {
    const args = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined)
    return args?.replaceAll('\0', ' ')
  }
  // Windows has no ps; there PostgreSQL itself detects whether the process is one of its own.
  const { ok, output } = await run('ps', ['-ww', '-o', 'command=', '-p', `${pid}`], undefined)
  return ok ? output : undefined
}

function silent({ folder }: ClusterLocation, pid: number): Error {
  return new Error(
    `PostgreSQL process ${pid} runs on ${folder} but does not respond. Stop it first.`,
  )
}
